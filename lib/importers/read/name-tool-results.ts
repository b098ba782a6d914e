import type { Message, Part, ToolCallId } from '../../transcript/transcript';

/** Adds the tool's name to each result: formats only write it at the call. */
export function nameToolResults(messages: readonly Message[]): Message[] {
  const names = new Map<ToolCallId, string>();
  for (const message of messages) {
    for (const part of message.parts) if (part.kind === 'tool-call') names.set(part.id, part.name);
  }
  const named = (part: Part): Part => {
    const toolName = part.kind === 'tool-result' ? names.get(part.callId) : undefined;
    return part.kind === 'tool-result' && toolName !== undefined ? { ...part, toolName } : part;
  };
  return messages.map((message) =>
    message.parts.some((part) => part.kind === 'tool-result')
      ? { ...message, parts: message.parts.map(named) }
      : message,
  );
}
