import { TextHash } from '../../base/hash';
import type { JsonObject } from '../../base/json';
import type { ReplyBlock } from '../journal/entry';
import { behaviours } from './behaviours';
import { canDelegate, startedIn } from './delegation/agents-in-sight';
import { workAsAgent } from './delegation/as-agent';
import { delegate, isOnlyNews, newsWords } from './delegation/as-parent';
import { asideAnswer } from './delegation/aside-answer';
import { forkAnswer } from './fork-answer';
import { isOffered, sideAnswer } from './memory/side-answer';
import { refusal, withAgents } from './requests/abilities';
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
  return blocksOf(withTools(answerTo(sight, body), body), body);
}

function answerTo(sight: VisibleContext, body: JsonObject): Answer {
  const started = startedIn(sight);
  if (started !== undefined) return workAsAgent(sight, started, nextMove);
  return canDelegate(body) ? moveOfParent(sight) : nextMove(sight);
}

/** [O4] Where agents can be started, they are before anything else, and what they tell is passed on. */
function moveOfParent(sight: VisibleContext): Answer {
  const news = newsWords(sight);
  if (news !== undefined && isOnlyNews(sight)) return end(news);
  const move = delegate(sight);
  const { say, calls } = move?.type === 'answer' ? move : nextMove(sight);
  return { type: 'answer', say: news === undefined ? withAgents(say) : `${news}\n\n${withAgents(say)}`, calls };
}

/** The reply to a request beside the turns: about memory, of a hook, for a line of progress. Undefined if it is a turn. */
export function sideBlocks(body: JsonObject): ReplyBlock[] | undefined {
  const answer = asideAnswer(body) ?? sideAnswer(body);
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
    // An empty text is rejected.
    ...(say === '' ? [] : [{ type: 'text', text: say } as const]),
    ...calls.map((each, index) => ({ type: 'tool-call', id: `toolu_${hash}_${index}`, ...each }) as const),
  ];
}
