import type { ToolCallId, Transcript } from './transcript';

interface UnpairedTools {
  /** Calls of the main thread without a result: an interrupt, a crash, or a pending result at a compaction. */
  readonly unanswered: readonly ToolCallId[];
  /** Results without their call: something before them is missing from the file. */
  readonly orphans: readonly ToolCallId[];
}

export function unpairedTools(transcript: Transcript): UnpairedTools {
  const calls = new Set<ToolCallId>();
  const results = new Set<ToolCallId>();
  for (const message of transcript.messages) {
    for (const part of message.parts) {
      if (part.kind === 'tool-call') calls.add(part.id);
      if (part.kind === 'tool-result') results.add(part.callId);
    }
  }
  return {
    unanswered: [...calls].filter((id) => !results.has(id)),
    orphans: [...results].filter((id) => !calls.has(id)),
  };
}
