import { emptyNote } from '../layers/note/note-template';
import type { MessageCounter } from '../tokens/counters';
import { offlineNote } from './offline/offline-note';
import { offlineSummary } from './offline/offline-summary';
import type { Summarizer } from './summarizer';

/** A summary or a note written by rules from the messages: deterministic, without a model. */
export function offline(counter: MessageCounter): Summarizer {
  const countTokens = (text: string) => counter.partTokens({ kind: 'text', text });
  return {
    id: 'offline',
    reply({ type, context, maxTokens, focus, note = emptyNote }) {
      const messages = context.messages.map(({ message }) => message);
      const input = { messages, maxTokens, countTokens, ...(focus === undefined ? {} : { focus }) };
      const text = type === 'note' ? offlineNote({ ...input, note }) : offlineSummary(input);
      return { type: 'text', text, tokens: Math.max(1, Math.round(countTokens(text))) };
    },
  };
}
