import { describe, expect, it } from 'vitest';
import { everythingOn } from '../../policies/presets/everything-on';
import { tutorial } from '../../policies/presets/tutorial';
import { changed } from '../../policies/shape/arbitrary-policy.test-support';
import type { MessageId } from '../../transcript/transcript';
import { recordedView, whatIfView } from '../simulate/simulated-session';
import {
  type CompareView,
  columnNames,
  columnOf,
  columnOfLink,
  compareAddress,
  MAX_COLUMNS,
  readCompareLink,
  usualCompareView,
  writeCompareLink,
} from './compare-link';

const own = changed(everythingOn, 'policy.windowTokens', 60_000);
const view: CompareView = {
  columns: [columnOf(tutorial), { letter: 'B', view: { ...whatIfView(own), pinned: ['m&7' as MessageId] } }],
  baseline: 1,
};

function readOf(hash: string) {
  const read = readCompareLink(hash);
  return read.ok ? read.value : read.error;
}

describe('the link of Compare', () => {
  it('names presets by their ids, and has other policies as links to Simulate', () => {
    expect(decodeURIComponent(writeCompareLink(view))).toBe(
      'v1&column=tutorial&column=B:v1&preset=everything-on&policy.windowTokens=60000&pin=m%267&end&baseline=2&end',
    );
    expect(readOf(writeCompareLink(view))).toEqual(view);
    const usual = usualCompareView({ name: 'Claude Code' });
    expect(readOf(writeCompareLink(usual))).toEqual(usual);
  });

  it('may have no columns beside the recording', () => {
    expect(readOf('v1&end')).toEqual({ columns: [], baseline: undefined });
    expect(readOf('')).toBeUndefined();
  });

  it.each([
    ['v1&column=tutorial', 'it is incomplete'],
    ['v1&column=tutorial&column=tutorial&end', 'it has the same column twice'],
    ['v1&column=tutorial&baseline=2&end', '"baseline" is "2", but must be the number of a column'],
    ['v1&column=nobodys&end', 'unknown preset "nobodys"'],
    ['v1&column=v1%26preset%3Dtutorial&end', 'it is incomplete'],
  ])('rejects %s', (hash, why) => {
    expect(readOf(hash)).toContain(why);
  });

  it('has no column for rules that are unknown, nor a second one for the recording', () => {
    const ids = usualCompareView({ name: 'Codex CLI' }).columns.map(({ view: { policy } }) => policy.id);
    expect(ids).not.toContain('as-recorded');
    expect(columnOfLink('v1&call=3&end')).toMatchObject({ ok: false, error: expect.stringContaining('the recording') });
    const recorded = { ...recordedView(undefined), name: 'A' } as const;
    expect(compareAddress('session=a', [recorded])).toBe('/compare?session=a');
  });

  it('rejects more columns than fit', () => {
    const columns = Array.from({ length: MAX_COLUMNS + 1 }, (_, index) =>
      columnOf(changed(everythingOn, 'policy.windowTokens', 60_000 + index * 1_000)),
    );
    expect(readOf(writeCompareLink({ columns, baseline: undefined }))).toBe(
      `it has ${MAX_COLUMNS + 1} columns; at most ${MAX_COLUMNS} are allowed`,
    );
  });

  it('has the scenarios pinned in Simulate, the same settings once', () => {
    expect(compareAddress('session=a', [])).toBe('/compare?session=a');
    const scenario = whatIfView(tutorial);
    const address = compareAddress('session=a', [
      { ...scenario, name: 'A' },
      { ...scenario, name: 'C' },
      { ...scenario, policy: own, name: 'D' },
    ]);
    const [path, hash = ''] = address.split('#');
    expect(path).toBe('/compare?session=a');
    expect(readOf(hash)).toEqual({
      columns: [
        { ...columnOf(tutorial), letter: 'A' },
        { ...columnOf(own), letter: 'D' },
      ],
      baseline: undefined,
    });
  });
});

describe('a pasted link', () => {
  it('is read from a whole address or its part after the sign', () => {
    const hash = 'v1&preset=everything-on&policy.windowTokens=60000&filter.tab=sweep&call=7&end';
    for (const text of [`https://example.org/simulate?session=a#${hash}`, ` #${hash} `, hash]) {
      expect(columnOfLink(text)).toEqual({ ok: true, value: columnOf(own) });
    }
  });

  it('is rejected with a reason', () => {
    expect(columnOfLink('https://example.org')).toMatchObject({ ok: false });
    expect(columnOfLink('#v1&preset=tutorial')).toEqual({ ok: false, error: 'it is incomplete' });
  });
});

it('names every column differently, and says which policies are changed', () => {
  const again = columnOf(changed(everythingOn, 'policy.windowTokens', 70_000));
  expect(columnNames([...view.columns, columnOf(own), again, columnOf(everythingOn)])).toEqual([
    'Tutorial agent',
    'B: Everything on, changed',
    'Everything on, changed',
    'Everything on, changed (2)',
    'Everything on',
  ]);
});
