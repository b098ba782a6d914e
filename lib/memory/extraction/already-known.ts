import { RuleText } from '../../fidelity/rules/rule-text';
import { contentWords } from '../../fidelity/text/content-words';
import { partTexts } from '../../fidelity/text/part-texts';
import { SaidText } from '../../fidelity/text/said-text';
import { exactValues } from '../../fidelity/values/exact-values';
import { textHolds } from '../../fidelity/values/held-text';
import type { Message } from '../../transcript/transcript';

const SAME = 0.8;
/** A sentence on the same subject. */
const ABOUT = 0.6;

/** [A3] CLAUDE.md says it already. */
export function isInInstructions(sentence: string, instructions: string): boolean {
  if (instructions === '') return false;
  const bare = sentence.replace(/(?<![,\s])[,\s]+(?:please|pls|thanks)\W*$/i, '').replace(/^(?:please|pls)\s+/i, '');
  if (new RuleText(instructions).verbatim(bare) !== undefined) return true;
  return new SaidText(instructions).about(bare).some(({ share, hasAllExact }) => share >= SAME && hasAllExact);
}

/** [A3] The files that the session saw have each exact value of the sentence, so reading them tells it. */
export function isInFiles(sentence: string, messages: readonly Message[]): boolean {
  const values = exactValues(sentence).filter(({ type }) => type !== 'quoted');
  if (values.length === 0) return false;
  const missing = new Set(values);
  for (const { parts } of messages) {
    for (const part of parts) {
      if (part.kind !== 'tool-result' && part.kind !== 'tool-call') continue;
      for (const text of partTexts(part)) {
        for (const each of missing) if (textHolds(text, each.value, each.type)) missing.delete(each);
      }
      if (missing.size === 0) return true;
    }
  }
  return false;
}

/** Whether a memory says a sentence: `same` word for word or nearly, `changed` if it is about the same subject. */
export function saidBy(memory: string, sentence: string, hasOneValue: boolean): 'same' | 'changed' | undefined {
  const said = new SaidText(memory).about(sentence)[0];
  if (said === undefined) return undefined;
  if (said.share >= SAME && said.hasAllExact) return 'same';
  const words = new Set(contentWords(sentence).flatMap(({ word, isExact }) => (isExact ? [] : [word])));
  const met = new Set(said.words.flatMap(({ word, isExact }) => (isExact ? [] : [word])));
  // The same words with another value: where something is, or when.
  if (hasOneValue && !said.hasAllExact && words.size >= 2 && met.size >= words.size * SAME) return 'changed';
  // Two sentences of a few common words each may share most of them.
  return said.share >= ABOUT && words.size >= 3 && met.size >= words.size * ABOUT ? 'changed' : undefined;
}
