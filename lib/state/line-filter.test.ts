import { describe, expect, it } from 'vitest';
import type { ContextLine } from './context-lines';
import { countLines, filterLines, type LineFilter, noFilter } from './line-filter';
import { messageRow, partRow } from './simulated-messages.test-support';

function line(index: number | undefined, of: Partial<ContextLine>): ContextLine {
  return {
    key: `${index ?? 'made'}.0`,
    message: messageRow(index ?? 0),
    index,
    part: partRow({}),
    partIndex: 0,
    before: undefined,
    after: undefined,
    fate: 'kept',
    isChange: false,
    leftAt: undefined,
    ...of,
  };
}

const tool = { role: 'tool', kind: 'tool-results' } as const;
const lines = [
  line(0, { part: partRow({ excerpt: 'Mend the ferry' }) }),
  line(1, { fate: 'cleared', message: messageRow(1, tool), part: partRow({ kind: 'tool-result', toolName: 'Read' }) }),
  line(2, { fate: 'cleared', message: messageRow(2, tool), part: partRow({ kind: 'tool-result', toolName: 'Bash' }) }),
  line(3, { message: messageRow(3, tool), part: partRow({ kind: 'tool-result', toolName: 'Read' }) }),
  line(undefined, { fate: 'injected', part: partRow({ excerpt: 'What was done' }) }),
];

const keys = (filter: Partial<LineFilter>) => filterLines(lines, { ...noFilter, ...filter }).map(({ key }) => key);

describe('filterLines', () => {
  it('lets everything through, as it is, where nothing is asked for', () => {
    expect(filterLines(lines, noFilter)).toBe(lines);
  });

  it('takes any of one kind and all of several kinds', () => {
    expect(keys({ fates: new Set(['cleared', 'injected']) })).toEqual(['1.0', '2.0', 'made.0']);
    expect(keys({ fates: new Set(['cleared']), tools: new Set(['Read']) })).toEqual(['1.0']);
    expect(keys({ roles: new Set(['tool']), fates: new Set(['kept']) })).toEqual(['3.0']);
  });

  it('looks for words, also in what a layer made, and takes what the full text holds', () => {
    expect(keys({ search: ' FERRY ' })).toEqual(['0.0']);
    expect(keys({ search: 'what was' })).toEqual(['made.0']);
    expect(keys({ search: 'ferry', found: new Set(['2.0']) })).toEqual(['0.0', '2.0']);
  });
});

describe('countLines', () => {
  it('counts fates, roles and tools, the most first', () => {
    const { fates, roles, tools } = countLines(lines);
    expect([...fates]).toEqual([
      ['kept', 2],
      ['cleared', 2],
      ['injected', 1],
    ]);
    expect([...roles]).toEqual([
      ['tool', 3],
      ['user', 2],
    ]);
    expect([...tools]).toEqual([
      ['Read', 2],
      ['Bash', 1],
    ]);
  });
});
