import type { ShownMemory } from '../../../agent/view/memory-view';
import { type MemoryType, memoryTypeNames } from '../../../memory/files/memory-type';

export type MemoryOrder = 'type' | 'age';

/** A row of the list of memories. */
export type MemoryRow =
  | { readonly kind: 'group'; readonly type: MemoryType | undefined; readonly count: number }
  | { readonly kind: 'memory'; readonly memory: ShownMemory };

/** Those that contain the sought words, by type or all together; the latest first in each. */
export function memoryRows(files: readonly ShownMemory[], order: MemoryOrder, sought: string): readonly MemoryRow[] {
  const words = sought.toLowerCase().split(/\s+/);
  const found = files
    .filter((memory) => {
      const said = `${memory.file} ${memory.name} ${memory.description} ${memory.type ?? ''}`.toLowerCase();
      return words.every((word) => said.includes(word));
    })
    .toSorted((a, b) => b.modifiedMs - a.modifiedMs || (a.file < b.file ? -1 : 1));
  if (order === 'age') return found.map(rowOf);
  // What cannot be read has no type, and needs the user most.
  return [undefined, ...memoryTypeNames].flatMap((type) => {
    const its = found.filter((memory) => memory.type === type);
    return its.length === 0 ? [] : [{ kind: 'group', type, count: its.length } as const, ...its.map(rowOf)];
  });
}

function rowOf(memory: ShownMemory): MemoryRow {
  return { kind: 'memory', memory };
}

export const typeTitles: Readonly<Record<MemoryType, string>> = {
  user: 'About the user',
  feedback: 'How to work',
  project: 'Project',
  reference: 'Where to find things',
};
