import { optional } from '../../base/optional';
import { asksUser } from '../text/asks-user';
import { contentWords } from '../text/content-words';
import { partTexts } from '../text/part-texts';
import type { SaidText } from '../text/said-text';
import type { Cut, LeftPart } from '../values/cut';
import type { PartPlace } from '../values/value-index';

/** [K10] The user's answer to a question of the agent. */
export interface Decision {
  readonly question: string;
  readonly answer: string;
  readonly was?: PartPlace;
}

/** `"Which database?"="SQLite"` */
const ANSWERED = /"([^"]{1,500})"\s{0,3}=\s{0,3}"([^"]{1,2000})"/g;
/** As much as for a task: a summary is expected to rephrase what is not a rule. */
const SAME_ANSWER = 0.6;
const MAX_DECISIONS = 500;

/** The decisions in the removed results that the result of the compaction does not repeat, the latest first. */
export function lostDecisions({ left }: Cut, said: SaidText): readonly Decision[] {
  const made = new Map<string, Decision>();
  for (const part of left) for (const decision of decisionsIn(part)) made.set(decision.question, decision);
  return [...made.values()]
    .slice(-MAX_DECISIONS)
    .reverse()
    .filter((decision) => !isSaid(decision, said));
}

function* decisionsIn({ part, place: was }: LeftPart): Generator<Decision> {
  if (part.kind !== 'tool-result' || !asksUser(part.toolName)) return;
  for (const text of partTexts(part)) {
    for (const [, question = '', answer = ''] of text.matchAll(ANSWERED)) {
      yield { question: question.trim(), answer: answer.trim(), ...optional('was', was) };
    }
  }
}

/** “Both” says nothing without its question. */
function isSaid({ question, answer }: Decision, said: SaidText): boolean {
  const statement = contentWords(answer).length > 0 ? answer : `${question} ${answer}`;
  return said.about(statement).some(({ share, hasAllExact }) => share >= SAME_ANSWER && hasAllExact);
}
