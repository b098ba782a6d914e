import { expect, it } from 'vitest';
import { madeUpMemory, manyMemories } from './made-up-memory.test-support';
import { memoryRows } from './memory-rows';

const files = [
  madeUpMemory({ file: 'a.md', type: 'reference', modifiedMs: 3 }),
  madeUpMemory({ file: 'b.md', type: 'user', modifiedMs: 2 }),
  madeUpMemory({ file: 'c.md', type: 'user', modifiedMs: 4, description: 'Prefers <b>short</b> answers' }),
  madeUpMemory({ file: 'd.md', type: undefined, modifiedMs: 1, problem: 'it has no type' }),
];

function names(...given: Parameters<typeof memoryRows>): readonly string[] {
  return memoryRows(...given).map((row) => (row.kind === 'group' ? `${row.type}: ${row.count}` : row.memory.file));
}

it('[A2] groups memories by type, what cannot be read first, and the latest first in each', () => {
  expect(names(files, 'type', '')).toEqual(['undefined: 1', 'd.md', 'user: 2', 'c.md', 'b.md', 'reference: 1', 'a.md']);
});

it('[A2] lists memories by age', () => {
  expect(names(files, 'age', '')).toEqual(['c.md', 'a.md', 'b.md', 'd.md']);
});

it('finds memories by the words of name, type and description', () => {
  expect(names(files, 'age', 'SHORT answers')).toEqual(['c.md']);
  expect(names(files, 'type', 'user b.md')).toEqual(['user: 1', 'b.md']);
  expect(names(files, 'age', 'nothing')).toEqual([]);
});

it('has a row for each of 250 memories', () => {
  expect(names(manyMemories(250), 'age', '')).toHaveLength(250);
});
