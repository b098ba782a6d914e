import { assertNever } from '../base/assert-never';
import { endingWords } from './ending-words';
import type { StreamOutcome } from './stream-message';

/** The reply for the layer that made the request. */
export function replyOf(outcome: StreamOutcome) {
  switch (outcome.type) {
    case 'failed': {
      const { kind, promptTokens, what } = outcome.failure;
      if (kind === 'aborted') return { type: 'aborted' } as const;
      if (kind !== 'too-long') return { type: 'error', what } as const;
      const gapTokens = promptTokens === undefined ? {} : { gapTokens: promptTokens.sent - promptTokens.most };
      return { type: 'too-long', ...gapTokens } as const;
    }
    case 'answered': {
      const { ending, answer } = outcome;
      if (ending === 'refused') return { type: 'error', what: endingWords(ending).what } as const;
      const { output = 0, reasoning = 0 } = answer.usage ?? {};
      return { type: 'text', text: answer.text, tokens: output - reasoning } as const;
    }
    default:
      return assertNever(outcome);
  }
}
