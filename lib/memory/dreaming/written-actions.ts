import { type MemoryFolder, memoriesIn, type ReadMemory } from '../files/memory-folder';
import { compareFacts } from './compare-facts';
import type { DreamAction } from './consolidate-offline';
import { factsOf } from './memory-facts';

/** What a model did to a folder, as far as it can be seen from what it left. */
export function writtenActions(before: MemoryFolder, after: MemoryFolder): readonly DreamAction[] {
  const left = memoriesIn(after).memories;
  return memoriesIn(before).memories.flatMap((memory): DreamAction[] => {
    const now = left.find(({ file }) => file === memory.file);
    if (now !== undefined) {
      return now.body === memory.body ? [] : [{ type: 'rewritten', file: memory.file }];
    }
    const into = left.find((other) => holds(other, memory));
    return [
      into === undefined
        ? { type: 'removed', file: memory.file }
        : { type: 'merged', file: memory.file, into: into.file },
    ];
  });
}

function holds(other: ReadMemory, memory: ReadMemory): boolean {
  const held = factsOf(other);
  const facts = factsOf(memory);
  return facts.length > 0 && facts.every(({ text }) => held.some((fact) => compareFacts(fact.text, text) === 'same'));
}
