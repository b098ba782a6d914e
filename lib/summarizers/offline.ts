import type { MessageCounter } from '../tokens/counters';
import { offlineSummary } from './offline/offline-summary';
import type { Summarizer } from './summarizer';

/** A summary written by rules from what is to be summarised: no model, and the same every time. */
export function offline(counter: MessageCounter): Summarizer {
  const countTokens = (text: string) => counter.partTokens({ kind: 'text', text });
  return {
    id: 'offline',
    reply({ context, maxTokens, focus }) {
      const messages = context.messages.map(({ message }) => message);
      const text = offlineSummary({ messages, maxTokens, countTokens, ...(focus === undefined ? {} : { focus }) });
      return { type: 'text', text, tokens: Math.max(1, Math.round(countTokens(text))) };
    },
  };
}
