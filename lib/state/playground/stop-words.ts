import type { StopReason } from '../../agent/journal/need';
import { assertNever } from '../../base/assert-never';
import type { Failure } from '../../base/failure';
import { dollars } from '../../series/words/format-dollars';
import { exactNumber } from '../../series/words/format-number';

/** Why a run waits for its user, and what would help. */
export function stopWords(why: StopReason): Failure {
  switch (why.type) {
    case 'dead':
      return {
        what: `The context has ${exactNumber(why.size)} tokens, but only ${exactNumber(why.fits)} fit, and it cannot be reduced.`,
        advice: 'Undo the last turn, choose a policy with a larger window or other layers, or start over with /clear.',
      };
    case 'blocked':
      return {
        what: `The context has reached the blocking limit (${exactNumber(why.used)} of ${exactNumber(why.blocking)} tokens), and automatic compaction is off.`,
        advice: 'Type /compact, or turn on automatic compaction in the policy.',
      };
    case 'thrash':
      return {
        what: `The context was full again right after a compaction, three times in a row. Its largest message has ${exactNumber(why.tokens)} tokens.`,
        advice: 'Choose a larger window, keep less after a compaction, or undo the last turn.',
      };
    case 'call-limit':
      return {
        what: `This turn reached its limit of ${exactNumber(why.calls)} calls.`,
        advice: 'Continue for the same number again, send a new prompt, or change the limit under Policy.',
      };
    case 'money-limit':
      return {
        what: `This turn reached its cost limit of ${dollars(why.dollars)}.`,
        advice: 'Continue for the same amount again, send a new prompt, or change the limit under Policy.',
      };
    case 'run-call-limit':
      return {
        what: `The whole run reached its limit: it has made ${exactNumber(why.calls)} calls, with those of agents and tasks.`,
        advice: 'Raise the limit of calls to go on, or start a new run.',
      };
    case 'run-money-limit':
      return {
        what: `The whole run reached its limit: it has cost ${dollars(why.dollars)}, with its agents and tasks.`,
        advice: 'Raise the limit of cost to go on, or start a new run.',
      };
    case 'problem':
      return { what: why.what, advice: why.advice };
    case 'stopped':
      return { what: 'You stopped the agent.', advice: 'Continue, or send a new prompt.' };
    default:
      return assertNever(why);
  }
}
