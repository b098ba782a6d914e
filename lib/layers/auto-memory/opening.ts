import { memoryRules } from '../../memory/extraction/memory-rules';
import { indexOf, type MemoryFolder } from '../../memory/files/memory-folder';
import { cutIndex, type IndexLimits } from '../../memory/files/memory-index';
import type { MessageCounter } from '../../tokens/counters';
import type { Opening } from '../shape/project-memory';

/** [A5] The rules and the index, as a session gets them. */
export function openingOf(folder: MemoryFolder, limits: IndexLimits, counter: MessageCounter): Opening {
  const tokensOf = (text: string) => (text === '' ? 0 : counter.partTokens({ kind: 'text', text }));
  const index = cutIndex(indexOf(folder), limits);
  return { rulesTokens: tokensOf(memoryRules(folder.root)), indexTokens: tokensOf(index.text), index };
}
