import { optional } from '../../base/optional';
import { isReminder } from '../../transcript/reminder';
import { contentWords } from '../text/content-words';
import type { SaidText } from '../text/said-text';
import { proseSentences } from '../text/sentences';
import type { Cut, LeftPart } from '../values/cut';
import type { RemainingParts } from '../values/held-parts';
import type { PartPlace } from '../values/value-index';
import type { ScoreItem } from './score';

/** As much as for a task: a summary is expected to rephrase what is not a rule. */
const SAME_SENTENCE = 0.6;
/** “Yes, go on” says nothing that a summary should repeat. */
const FEWEST_WORDS = 3;
/** Longer sentences are logs or code. */
const LONGEST_SENTENCE = 500;
/** Only pasted text has more. */
const MAX_SENTENCES = 1_000;

/** [K9] The latest sentences that the user typed in the removed messages, each once, at its last occurrence. */
export function userSentenceItems({ left }: Cut, said: SaidText, made: RemainingParts): ScoreItem[] {
  const typed = new Map<string, PartPlace | undefined>();
  for (const part of left) {
    for (const sentence of typedSentences(part)) {
      typed.delete(sentence);
      typed.set(sentence, part.place);
    }
  }
  return [...typed].slice(-MAX_SENTENCES).map(([text, was]) => {
    const about = said.about(text).find(({ share, hasAllExact }) => share >= SAME_SENTENCE && hasAllExact);
    return {
      state: about === undefined ? 'missing' : 'found',
      text,
      ...optional('was', was),
      marks: about === undefined ? [] : made.marks([about.sentence]),
    };
  });
}

function* typedSentences({ message, part }: LeftPart): Generator<string> {
  if (message.kind !== 'prompt' || message.role !== 'user' || part.kind !== 'text' || isReminder(part.text)) return;
  for (const { start, end } of proseSentences(part.text)) {
    if (end - start > LONGEST_SENTENCE) continue;
    const sentence = part.text.slice(start, end);
    if (new Set(contentWords(sentence).map(({ word }) => word)).size >= FEWEST_WORDS) yield sentence;
  }
}
