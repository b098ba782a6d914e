import { contentWords } from '../../fidelity/text/content-words';
import { type MemoryFolder, memoriesIn } from '../files/memory-folder';
import type { ExtractionInput, KeptMemory } from './extract-offline';
import { type UserSentence, userSentences } from './said-by-user';

/** What a model saved, each with the sentence of the user that shares most words with it. */
export function writtenMemories(
  after: MemoryFolder,
  { folder: before, messages, wanted }: Pick<ExtractionInput, 'folder' | 'messages' | 'wanted'>,
): readonly KeptMemory[] {
  const sentences = [...userSentences(messages, wanted)].map((from) => ({ from, words: wordsIn(from.text) }));
  const lastSaid = wanted.findLast((index) => messages[index]?.kind === 'prompt') ?? wanted.at(-1) ?? 0;
  return memoriesIn(after).memories.flatMap(({ file, type, description, body }): KeptMemory[] => {
    const known = before.files.get(file);
    if (known?.text === after.files.get(file)?.text) return [];
    const about = wordsIn(`${description}\n${body}`);
    let best: { readonly from: UserSentence; readonly shared: number } | undefined;
    for (const { from, words } of sentences) {
      const shared = [...words].filter((word) => about.has(word)).length;
      if (shared > (best?.shared ?? 0)) best = { from, shared };
    }
    const from = best?.from ?? { start: 0, end: 0, message: lastSaid, part: 0 };
    return [{ file, type, action: known === undefined ? 'created' : 'changed', from: { ...from, text: description } }];
  });
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(contentWords(text).map(({ word }) => word));
}
