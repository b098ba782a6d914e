import { describe, expect, it } from 'vitest';
import type { Role } from '../../transcript/transcript';
import type { ContextLine } from './context-lines';
import { type LineFate, lineFates } from './fate-history';
import { countLines, filterLines, type LineFilter, noFilter } from './line-filter';
import { messageRow, partRow } from './simulated-messages.test-support';

function line(index: number | undefined, of: Partial<ContextLine>): ContextLine {
  const { partIndex = 0 } = of;
  return {
    key: `${index ?? 'made'}.${partIndex}`,
    message: messageRow(index ?? 0),
    index,
    part: partRow({}),
    partIndex,
    before: undefined,
    after: undefined,
    fate: 'kept',
    isChange: false,
    leftAt: undefined,
    isUnfolded: false,
    ...of,
  };
}

const tool = { role: 'tool', kind: 'tool-results' } as const;
const result = (toolName: string) => partRow({ kind: 'tool-result', toolName });
const lines = [
  line(0, { part: partRow({ excerpt: 'Mend the ferry' }) }),
  line(1, { fate: 'cleared', message: messageRow(1, tool), part: result('Read') }),
  line(2, { fate: 'cleared', message: messageRow(2, tool), part: result('Bash') }),
  line(3, { message: messageRow(3, tool), part: result('Read') }),
  line(undefined, { fate: 'injected', part: partRow({ excerpt: 'What was done' }) }),
];

const keysOf = (of: readonly ContextLine[], filter: Partial<LineFilter>) =>
  filterLines(of, { ...noFilter, ...filter }).map(({ key }) => key);
const keys = (filter: Partial<LineFilter>) => keysOf(lines, filter);

const fates = Object.keys(lineFates) as LineFate[];
const roles: readonly Role[] = ['system', 'user', 'assistant', 'tool'];

describe('filterLines', () => {
  it('returns everything unchanged without a filter', () => {
    expect(filterLines(lines, noFilter)).toBe(lines);
    expect(filterLines(lines, { ...noFilter, search: ' \t ' })).toBe(lines);
  });

  it.each(fates)('by the fate %s, lists only those lines', (fate) => {
    const one = fates.map((each, index) => line(index, { fate: each }));
    expect(keysOf(one, { fates: new Set([fate]) })).toEqual([`${fates.indexOf(fate)}.0`]);
  });

  it.each(roles)('by the role %s, lists only those lines', (role) => {
    const one = roles.map((each, index) => line(index, { message: messageRow(index, { role: each }) }));
    expect(keysOf(one, { roles: new Set([role]) })).toEqual([`${roles.indexOf(role)}.0`]);
  });

  it('by tool, lists its calls and results, by exact name', () => {
    const of = [
      line(0, { part: partRow({ kind: 'tool-call', toolName: 'Read' }) }),
      line(1, { part: result('Read') }),
      line(2, { part: result('ReadMany') }),
      line(3, { part: result('read') }),
      line(4, { part: undefined }),
      line(5, { part: result('mcp__图书馆__查找') }),
    ];
    expect(keysOf(of, { tools: new Set(['Read']) })).toEqual(['0.0', '1.0']);
    expect(keysOf(of, { tools: new Set(['mcp__图书馆__查找', 'read']) })).toEqual(['3.0', '5.0']);
  });

  it('matches any value of one kind and all kinds', () => {
    expect(keys({ fates: new Set(['cleared', 'injected']) })).toEqual(['1.0', '2.0', 'made.0']);
    expect(keys({ fates: new Set(['cleared']), tools: new Set(['Read']) })).toEqual(['1.0']);
    expect(keys({ roles: new Set(['tool']), fates: new Set(['kept']) })).toEqual(['3.0']);
    expect(keys({ roles: new Set(['user', 'tool']), tools: new Set(['Read', 'Bash']) })).toEqual(['1.0', '2.0', '3.0']);
    expect(keys({ fates: new Set(['cleared']), search: 'read' })).toEqual(['1.0']);
  });

  it('is empty if no line matches', () => {
    expect(keys({ fates: new Set(['snipped']) })).toEqual([]);
    expect(keys({ roles: new Set(['system']) })).toEqual([]);
    expect(keys({ tools: new Set(['Grep']) })).toEqual([]);
    expect(keys({ fates: new Set(['cleared']), roles: new Set(['user']) })).toEqual([]);
    expect(keys({ search: 'submarine' })).toEqual([]);
    expect(keysOf([], { search: 'ferry', fates: new Set(['kept']) })).toEqual([]);
  });

  it('finds words in any case, also in what a layer added', () => {
    expect(keys({ search: ' FERRY ' })).toEqual(['0.0']);
    expect(keys({ search: 'what was' })).toEqual(['made.0']);
  });

  it('finds kinds, roles and tools, and handles a message without parts', () => {
    const of = [
      line(0, { message: messageRow(0, { kind: 'summary' }), part: undefined }),
      line(1, { message: messageRow(1, { role: 'assistant' }), part: undefined }),
      line(2, { part: partRow({ kind: 'image' }) }),
      line(3, { part: result('WebFetch') }),
    ];
    expect(keysOf(of, { search: 'summ' })).toEqual(['0.0']);
    expect(keysOf(of, { search: 'assistant' })).toEqual(['1.0']);
    expect(keysOf(of, { search: 'image' })).toEqual(['2.0']);
    expect(keysOf(of, { search: 'webf' })).toEqual(['3.0']);
  });

  it('uses the full-text matches, by part', () => {
    const found = new Set(['2.0', '7.1']);
    const of = [
      ...lines,
      line(7, { part: partRow({ excerpt: 'One' }) }),
      line(7, { part: partRow({ excerpt: 'Two' }), partIndex: 1 }),
    ];
    expect(keysOf(of, { search: 'ferry', found })).toEqual(['0.0', '2.0', '7.1']);
    expect(keysOf(of, { search: 'ferry', found, fates: new Set(['kept']) })).toEqual(['0.0', '7.1']);
    expect(keysOf(of, { found })).toHaveLength(of.length);
  });

  it('finds both places of a repeated message', () => {
    const twice = [line(2, { key: '2.0' }), line(2, { key: '2+.0' })];
    expect(keysOf(twice, { search: 'ferry', found: new Set(['2.0']) })).toEqual(['2.0', '2+.0']);
  });

  const signs = ['.*', '(', '[a-z', '\\d+', '$', '^user', 'a|b', '?', '{2}', '\\'];
  it.each(signs)('treats %s literally, not as a pattern', (search) => {
    const of = [
      line(0, { part: partRow({ excerpt: `x ${search} y` }) }),
      line(1, { part: partRow({ excerpt: 'ab1' }) }),
    ];
    expect(keysOf(of, { search })).toEqual(['0.0']);
  });

  it('finds Chinese words, and accented letters in either case', () => {
    const of = [
      line(0, { part: partRow({ excerpt: '请修复渡轮的时刻表' }) }),
      line(1, { part: partRow({ excerpt: '时刻 表' }) }),
      line(2, { part: partRow({ excerpt: 'Übersetzung der ÉCLUSE' }) }),
    ];
    expect(keysOf(of, { search: '时刻表' })).toEqual(['0.0']);
    expect(keysOf(of, { search: '时刻' })).toEqual(['0.0', '1.0']);
    expect(keysOf(of, { search: 'écluse' })).toEqual(['2.0']);
    expect(keysOf(of, { search: 'ÜBER' })).toEqual(['2.0']);
    expect(keysOf(of, { search: '船' })).toEqual([]);
  });
});

describe('countLines', () => {
  it('counts fates, roles and tools, most frequent first', () => {
    const counts = countLines(lines);
    expect([...counts.fates]).toEqual([
      ['kept', 2],
      ['cleared', 2],
      ['injected', 1],
    ]);
    expect([...counts.roles]).toEqual([
      ['tool', 3],
      ['user', 2],
    ]);
    expect([...counts.tools]).toEqual([
      ['Read', 2],
      ['Bash', 1],
    ]);
  });

  it('counts nothing in an empty list, and no tools without any', () => {
    const counts = countLines([line(0, { part: undefined })]);
    expect([...counts.tools]).toEqual([]);
    expect([...counts.roles]).toEqual([['user', 1]]);
    expect(countLines([])).toEqual({ fates: new Map(), roles: new Map(), tools: new Map() });
  });
});
