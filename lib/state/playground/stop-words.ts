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
        what: `The context has ${exactNumber(why.size)} tokens, ${exactNumber(why.fits)} fit, and nothing makes it smaller.`,
        advice: 'Undo the last turn, choose a policy with a larger window or other layers, or begin again with /clear.',
      };
    case 'blocked':
      return {
        what: `The context has reached the blocking line: ${exactNumber(why.used)} of ${exactNumber(why.blocking)} tokens, and nothing compacts by itself.`,
        advice: 'Type /compact, or let the policy compact by itself.',
      };
    case 'thrash':
      return {
        what: `The context was full again right after a compaction, three times running. Its largest message has ${exactNumber(why.tokens)} tokens.`,
        advice: 'Choose a larger window, keep less behind a compaction, or undo the last turn.',
      };
    case 'call-limit':
      return {
        what: `This turn has made ${exactNumber(why.calls)} calls, which is its limit.`,
        advice: 'Go on for as many again, say something else, or change the limit under Policy.',
      };
    case 'money-limit':
      return {
        what: `This turn has cost ${dollars(why.dollars)}, which is its limit.`,
        advice: 'Go on for as much again, say something else, or change the limit under Policy.',
      };
    case 'problem':
      return { what: why.what, advice: why.advice };
    case 'stopped':
      return { what: 'Stopped by you.', advice: 'Go on where it was, or type something else.' };
    default:
      return assertNever(why);
  }
}
