import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { policies } from '../../policies/index';
import { asRecorded } from '../../policies/presets/as-recorded';
import { playground } from '../../policies/presets/playground';
import { arbitraryPolicy, changed } from '../../policies/shape/arbitrary-policy.test-support';
import type { Policy } from '../../policies/shape/policy';
import { type NamedSetting, settingsOf } from '../../policies/shape/settings-of';
import type { Command } from '../../simulator/commands/command';
import type { Replies } from '../../simulator/replay/replies';
import type { MessageId } from '../../transcript/transcript';
import { traitsOf } from '../sessions/session-traits';
import { recordedView, whatIfView } from './simulated-session';
import { type LinkedView, readViewLink, writeViewLink } from './view-link';

const usual: LinkedView = { ...whatIfView(asRecorded), filters: {} };
const recording = recordedView({ name: 'Claude Code' });

function written(view: Partial<LinkedView>): string {
  const link = writeViewLink({ ...usual, ...view });
  if (!link.ok) throw new Error(link.error);
  return link.value;
}

function read(hash: string): LinkedView | string | undefined {
  const view = readViewLink(hash, recording);
  return view.ok ? view.value : view.error;
}

const aWord = fc.string({ unit: 'grapheme', maxLength: 30 });

const arbitraryReplies: fc.Arbitrary<Replies> = fc.oneof(
  fc.constant({ type: 'recorded' } as const),
  fc.constant({ type: 'offline' } as const),
  fc.constant({ type: 'assumed' } as const),
  fc.record({ type: fc.constant('assumed' as const), tokens: fc.integer({ min: 1, max: 9_999_999 }) }),
);

const anId = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).map((id) => id as MessageId);
const aFocus = fc.constantFrom('the parser', 'all paths\nand names');
const aDirection = fc.constantFrom('from' as const, 'up-to' as const);

const arbitraryCommand: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ type: fc.constant('snip' as const) }),
  fc.record({ type: fc.constant('note' as const) }),
  fc.record({ type: fc.constant('unfold' as const), message: anId }),
  fc.record(
    {
      type: fc.constant('compact' as const),
      focus: aFocus,
      partial: fc.record({ direction: aDirection, pivot: anId }),
    },
    { requiredKeys: ['type'] },
  ),
);

const aSession = fc.oneof(
  fc.constant({ agent: 'Claude Code 2.1.81', recorded: '2026-11-19', calls: 141 }),
  fc.nat(100_000).map((calls) => ({ calls })),
);

const anEarlier = fc.record(
  { until: fc.nat(100_000), policy: arbitraryPolicy, actedBefore: fc.constant(true as const) },
  { requiredKeys: ['until', 'policy'] },
);

const arbitraryView: fc.Arbitrary<LinkedView> = fc.record(
  {
    policy: arbitraryPolicy,
    mode: fc.constantFrom('free', 'following'),
    replies: arbitraryReplies,
    pinned: fc.array(aWord.map((id) => id as MessageId)),
    commands: fc.array(fc.record({ call: fc.nat(100_000), command: arbitraryCommand }), { maxLength: 3 }),
    call: fc.nat(100_000),
    filters: fc.dictionary(aWord, aWord),
    traits: aSession,
    skipsRecordedCommands: fc.constant(true),
    earlier: fc
      .array(anEarlier, { minLength: 1, maxLength: 3 })
      .map((all) => all.toSorted((a, b) => a.until - b.until)),
  },
  { requiredKeys: ['policy', 'mode', 'replies', 'pinned', 'commands', 'filters'] },
);

describe('a link', () => {
  test('describes everything that is not default', () => {
    expect(written(recording)).toBe('v1&end');
    expect(written({})).toBe('v1&mode=free&end');
    expect(written({ call: 6, policy: changed(asRecorded, 'snip.isOn', true) })).toBe('v1&snip.isOn=true&call=7&end');
    expect(written({ mode: 'following', replies: { type: 'assumed', tokens: 900 }, filters: { role: 'user' } })).toBe(
      'v1&mode=following&replies=assumed%3A900&filter.role=user&end',
    );
  });

  test('[F8] [C1] writes commands before a call as typed, and rejects impossible ones', () => {
    const pivot = 'm 7' as MessageId;
    const commands = [{ call: 39, command: { type: 'compact', partial: { direction: 'up-to', pivot } } } as const];
    expect(written({ commands })).toBe('v1&command=40+%2Fcompact+up+to+m%25207&end');
    expect(read('v1&command=40+%2Funfold+m7&end')).toMatchObject({
      commands: [{ call: 39, command: { type: 'unfold', message: 'm7' } }],
    });
    for (const wrong of ['0+%2Fsnip', '%2Fsnip', '4+%2Fclear', '4+%2Fcompact+from', '4+%2Funfold+%25']) {
      expect(read(`v1&command=${wrong}&end`)).toMatch(/"command" is ".*", but must be a call number/);
    }
  });

  test('writes the policies that a run had before, and rejects impossible ones', () => {
    const earlier = [
      { until: 40, policy: playground },
      { until: 60, policy: changed(playground, 'policy.windowTokens', 30_000), actedBefore: true } as const,
    ];
    const link = written({ earlier });
    expect(link).toBe(
      'v1&earlier=41+preset%3Dplayground&earlier=61+and+before+it+preset%3Dplayground%26policy.windowTokens%3D30000&end',
    );
    expect(read(link)).toMatchObject({ mode: 'free', earlier });
    for (const wrong of ['41', 'preset%3Dplayground', '0+preset%3Dplayground'])
      expect(read(`v1&earlier=${wrong}&end`)).toMatch(/"earlier" is ".*", but must be a call number/);
    expect(read('v1&earlier=41+preset%3Dx&end')).toMatch(/unknown preset "x"/);
    expect(read('v1&earlier=41+preset%3Dnone&earlier=40+preset%3Dnone&end')).toMatch(/in order/);
  });

  test('round-trips any view', () => {
    const leadsBack = fc.property(arbitraryView, (view) => {
      expect(read(written(view))).toEqual(view);
    });
    fc.assert(leadsBack, { numRuns: 200 });
  });

  test('of a preset with one changed setting and a call has less than 120 characters', () => {
    const lengths = policies.flatMap((preset) =>
      settingsOf(preset).flatMap((setting) =>
        othersThan(setting).map((value) => {
          const link = written({ policy: changed(preset, setting.path, value), call: 1_499 });
          return { link, length: link.length };
        }),
      ),
    );
    expect(lengths.length).toBeGreaterThan(500);
    expect(lengths.filter(({ length }) => length >= 120)).toEqual([]);
  });

  test('names the era once if a setting is the same in all', () => {
    expect(written({ policy: changed(asRecorded, 'thresholds.bufferTokens', 0) })).toBe(
      'v1&thresholds.bufferTokens=0&end',
    );
  });

  test('carries what changed settings alone cannot express', () => {
    const policy: Policy = {
      ...asRecorded,
      id: 'my-own',
      title: '12',
      explains: '',
      windowTokens: 10_000_000,
      exemptTools: ['mcp__a.b', '&end'],
      bands: [
        { name: 'auto', fromPercent: 50 },
        { name: 'auto', fromPercent: 60 },
      ],
      layers: [...asRecorded.layers].reverse(),
    };
    expect(read(written({ policy }))).toEqual({ ...usual, policy });
  });

  test('describes the session without a word of it', () => {
    const summary = { title: 'Find the leak', agent: { name: 'Claude Code' }, recordedAtMs: 0, calls: 12 };
    const link = written({ ...recording, traits: { ...traitsOf(summary), ...{ title: summary.title } } });
    expect(link).toBe('v1&agent=Claude+Code&recorded=1970-01-01&calls=12&end');
  });

  test('of the time when links had the title is read, and the title ignored', () => {
    expect(read('v1&title=Find+the+leak&call=7&end')).toEqual({ ...recording, filters: {}, call: 6 });
  });

  test('is not written if it would be too long to be read', () => {
    const view = { ...usual, policy: { ...asRecorded, explains: 'x'.repeat(100_000) } };
    expect(writeViewLink(view)).toMatchObject({ ok: false, error: expect.stringContaining('100000') });
  });

  test('ends in a character that mail programs leave alone', () => {
    expect(written({ filters: { text: 'Why?! (really).' } })).toMatch(/^[\w&=%+.*-]+end$/);
  });
});

describe('a hash', () => {
  test('that is not our link is undefined', () => {
    for (const hash of ['', '#', '#main', '#version1', '#v1x', '#%', '#call=3']) expect(read(hash)).toBeUndefined();
  });

  test('is read with its sign, and with the minimum content', () => {
    expect(read('#v1&call=7&end')).toEqual({ ...recording, filters: {}, call: 6 });
    expect(read('#v1&end')).toEqual({ ...recording, filters: {} });
  });

  test.each([
    ['v2&call=7&end', /another, possibly newer, version/],
    ['v0&end', /another, possibly newer, version/],
    ['v1&call=7', /it is incomplete/],
    ['v1', /it is incomplete/],
    ['v1&preset=mine&end', /unknown preset "mine"; expected one of: as-recorded/],
    ['v1&zoom=3&end', /unknown field "zoom"/],
    ['v1&snip.isOn=maybe&end', /"snip": "isOn" must be true or false/],
    ['v1&snip.triggerShare=7&end', /must be from/],
    ['v1&snap.isOn=true&end', /no place for "snap.isOn=true"/],
    ['v1&bands.7=50&end', /no place for "bands.7=50"/],
    ['v1&policy.colour=red&end', /unknown field "colour"/],
    ['v1&policy.__proto__={}&end', /__proto__/],
    ['v1&policy.layers=["snip"]&end', /no place for/],
    ['v1&policy.eras=7&end', /"eras" must be a list/],
    ['v1&policy.eras=&end', /"eras" must be a list/],
    ['v1&thresholds.percent=[50]&end', /must be a number/],
    ['v1&mode=fast&end', /"mode" is "fast"/],
    ['v1&replies=mine&end', /"replies" must be/],
    ['v1&call=0&end', /"call" is "0"/],
    ['v1&call=-1&end', /"call" is "-1"/],
    ['v1&call=1e9&end', /"call" is "1e9"/],
  ])('%s is rejected with a message', (hash, words) => {
    expect(readViewLink(hash)).toMatchObject({ ok: false, error: expect.stringMatching(words) });
  });

  test('of any kind is read or rejected, and never throws', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'v1',
        '&',
        '=',
        'call',
        'policy.',
        'snip.isOn',
        '%',
        '%7B',
        '[[',
        '"',
        'end',
        '&end',
        '.',
        '__proto__',
      ),
      fc.string(),
    );
    const rubbish = fc.array(piece).map((pieces) => `v1&${pieces.join('')}&end`);
    fc.assert(
      fc.property(rubbish, (hash) => void read(hash)),
      { numRuns: 200 },
    );
  });

  test('that was truncated is rejected, wherever it was cut', () => {
    const whole = written({ call: 120, policy: changed(asRecorded, 'thresholds.bufferTokens', 20_000) });
    const cuts = [...whole].map((_, length) => whole.slice(0, length)).slice('v1'.length);
    for (const cut of cuts) expect(read(cut)).toMatch(/it is incomplete/);
  });

  test('that is too long is rejected', () => {
    expect(read(`v1&filter.text=${'x'.repeat(100_000)}&end`)).toMatch(/more than 100000/);
  });

  test('made to contain as much as possible is rejected', () => {
    expect(read(`v1&${Array.from({ length: 12_000 }, (_, place) => `a.${place}=`).join('&')}&end`)).toBeDefined();
    expect(read(`v1&policy.sources=${'['.repeat(45_000)}${']'.repeat(45_000)}&end`)).toBeTypeOf('string');
  });
});

/** What else a setting can be: its longest values in writing. */
function othersThan({ path, spec, value }: NamedSetting): readonly (boolean | string | number)[] {
  switch (spec.type) {
    case 'switch':
      return [value !== true];
    case 'choice':
      return Object.keys(spec.options).filter((word) => word !== value);
    case 'table':
      return path.endsWith('.read') ? [spec.max] : ['never'];
    case 'number':
      return [spec.min, spec.max, spec.min + spec.step * 7].filter((other) => other !== value && other <= spec.max);
  }
}
