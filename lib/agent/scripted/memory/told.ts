import { kindOfSentence } from '../../../memory/extraction/kind-of-sentence';
import { userSentences } from '../../../memory/extraction/said-by-user';
import type { MemoryType } from '../../../memory/files/memory-type';
import { memoryInSight } from '../sight/memory-in-sight';
import type { Asked, VisibleContext } from '../sight/sight';

/** The sentences of a prompt by what a memory of them would be; none where nothing is remembered. */
export function toldIn(sight: VisibleContext, { at }: Asked): readonly (MemoryType | undefined)[] {
  if (memoryInSight(sight) === undefined) return [];
  return [...userSentences(sight.messages, [at])].map(({ text }) => kindOfSentence(text));
}
