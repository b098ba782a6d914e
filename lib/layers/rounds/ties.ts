import type { ContextMessage } from '../shape/context';

/**
 * The keys that tie a message to others it must not be separated from: a tool call and its result, the records of a
 * response.
 */
export function tiesOf({ message }: ContextMessage): readonly string[] {
  const ties = message.parts.flatMap((part) => {
    if (part.kind === 'tool-call') return [`tool ${part.id}`];
    return part.kind === 'tool-result' ? [`tool ${part.callId}`] : [];
  });
  return message.callId === undefined ? ties : [...ties, `response ${message.callId}`];
}
