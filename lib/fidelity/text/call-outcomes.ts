import type { Message, ToolCallId, ToolResultPart } from '../../transcript/transcript';

/** The result of each call that has one. Of several for the same call the first counts: later ones are copies. */
export function resultsByCall(messages: readonly Message[]): Map<ToolCallId, ToolResultPart> {
  const results = new Map<ToolCallId, ToolResultPart>();
  for (const { parts } of messages) {
    for (const part of parts)
      if (part.kind === 'tool-result' && !results.has(part.callId)) results.set(part.callId, part);
  }
  return results;
}

/** The beginning of a result's text, if it has any. */
export function startOfResult(result: ToolResultPart | undefined, characters: number): string {
  const first = result?.parts.find((part) => part.kind === 'text');
  return first?.kind === 'text' ? first.text.slice(0, characters) : '';
}
