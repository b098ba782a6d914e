import type { Boundary, ToolCallId } from '../../transcript/transcript';

/** An output that was cleared from the context: it is still in the file. */
export interface Cleared {
  readonly callId: ToolCallId;
  readonly timeMs: number;
  /** Number of messages up to its own. */
  readonly after: number;
  readonly line: number;
}

/** Where a message of the export begins among the messages of the transcript. */
export interface Beginning {
  readonly at: number;
  readonly timeMs: number | undefined;
}

/** Outputs are stamped one after another while they are cleared. */
const PAUSE_MS = 1_000;

/**
 * A cleared output only says when. Those that were cleared within moments, or with no message in between, are one prune:
 * the first message that begins after it is the first without them. Both lists are in the order of the file.
 */
export function prunesOf(cleared: readonly Cleared[], beginnings: readonly Beginning[], end: number): Boundary[] {
  const byTime = cleared.map((output, place) => ({ ...output, place })).sort((a, b) => a.timeMs - b.timeMs);
  const prunes: { readonly outputs: typeof byTime; at: number; timeMs: number }[] = [];
  let next = 0;
  for (const output of byTime) {
    const last = prunes.at(-1);
    const from = next;
    while (next < beginnings.length && (beginnings[next]?.timeMs ?? 0) <= output.timeMs) next += 1;
    const at = Math.max(output.after, beginnings[next]?.at ?? end);
    if (last !== undefined && (from === next || output.timeMs - last.timeMs <= PAUSE_MS)) {
      last.outputs.push(output);
      last.at = Math.max(last.at, at);
      last.timeMs = output.timeMs;
    } else prunes.push({ outputs: [output], at, timeMs: output.timeMs });
  }
  return prunes.map(({ outputs, at, timeMs }) => ({
    kind: 'prune',
    at,
    timeMs,
    trigger: 'auto',
    clearedToolCallIds: outputs.sort((a, b) => a.place - b.place).map(({ callId }) => callId),
    line: outputs.reduce((last, { line }) => Math.max(last, line), 0),
  }));
}
