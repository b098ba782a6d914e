import { assertNever } from '../../base/assert-never';
import { optional } from '../../base/optional';
import type { Reply } from '../../layers/shape/layer';
import { builtInCalibration } from '../../tokens/calibrated';
import type { ModelOutcome } from '../journal/chat-model';
import { reportedUsage } from './reported-usage';

/** The reply for the layer that asked. Tool calls in it are not executed. */
export function forkReply(outcome: ModelOutcome, countTokens: (text: string) => number): Reply {
  switch (outcome.type) {
    case 'answered': {
      const { blocks } = outcome.reply;
      const usage = reportedUsage(outcome.reply);
      const text = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
      const tokens = usage === undefined ? countTokens(text) : usage.output - (usage.reasoning ?? 0);
      return { type: 'text', text, tokens };
    }
    case 'too-long':
      return { type: 'too-long', ...optional('gapTokens', outcome.gapTokens) };
    case 'stopped':
      return { type: 'aborted' };
    case 'failed':
      return { type: 'error', what: outcome.what };
    default:
      return assertNever(outcome);
  }
}

/** If the model reports no usage. */
export function countReply(text: string): number {
  return Math.max(1, Math.round(builtInCalibration.partTokens({ kind: 'text', text })));
}
