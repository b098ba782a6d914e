import { TextHash } from '../../base/hash';
import type { JsonObject } from '../../base/json';
import type { ReplyBlock } from '../journal/entry';
import { behaviours } from './behaviours';
import { forkAnswer } from './fork-answer';
import { isOffered, sideAnswer } from './memory/side-answer';
import { refusal } from './requests/abilities';
import { type Answer, call, end } from './sight/move';
import { nextStep } from './sight/plan';
import { type VisibleContext, visibleContextOf } from './sight/sight';

/**
 * The scripted model's reply to a request: deterministic, and based on the body alone. So it forgets what a compaction
 * removes, like any model.
 */
export function scriptedBlocks(body: JsonObject): ReplyBlock[] {
  const aside = sideBlocks(body);
  if (aside !== undefined) return aside;
  const sight = visibleContextOf(body);
  const written = forkAnswer(body, sight.messages);
  if (written !== undefined) return [{ type: 'text', text: written }];
  return blocksOf(withTools(nextMove(sight), body), body);
}

/** The reply to a request about memory, which is not a turn; undefined if it is one. */
export function sideBlocks(body: JsonObject): ReplyBlock[] | undefined {
  const answer = sideAnswer(body);
  return answer === undefined ? undefined : blocksOf(answer, body);
}

/** A tool that is turned off cannot be called. Without a list of tools, all of them can. */
function withTools(move: Answer, body: JsonObject): Answer {
  const missing = move.calls.find(({ name }) => !isOffered(name, body));
  return missing === undefined ? move : end(refusal(`It needs the tool ${missing.name}, which is turned off.`));
}

function nextMove(sight: VisibleContext): Answer {
  for (const { next } of behaviours) {
    const move = next(sight);
    if (move?.type === 'answer') return move;
    if (move?.type === 'finish' && sight.plan !== undefined) {
      return call(move.say, ...nextStep(sight.plan, move.found, move.then));
    }
  }
  return end("There's nothing for me to do.");
}

function blocksOf({ say, calls }: Answer, body: JsonObject): ReplyBlock[] {
  // No other request of the run has the same messages, so call ids are unique.
  const hash = new TextHash().add(JSON.stringify(body.messages)).digest().slice(0, 20);
  return [
    { type: 'text', text: say },
    ...calls.map((each, index) => ({ type: 'tool-call', id: `toolu_${hash}_${index}`, ...each }) as const),
  ];
}
