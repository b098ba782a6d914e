import { asCount, asObject } from '../../base/json';
import { resultsByCall } from '../../fidelity/text/call-outcomes';
import { type ContextListener, RecordedContextWalker } from '../../transcript/recorded-context';
import { pathsOf, toolUse } from '../../transcript/tool-use';
import type { ToolCallId, ToolCallPart, Transcript } from '../../transcript/transcript';

/** The lines of a file that a call has read. */
interface Reading {
  readonly path: string;
  readonly first: number;
  readonly last: number;
  readonly callId: ToolCallId;
}

/**
 * How often something was read again that was no longer in the context. Reading the next part of a file, or a file still
 * in the context, does not count.
 */
export function countRereads(transcript: Transcript): number {
  return rereadsIn(transcript).length;
}

/** The call of each, from 0. */
export function rereadsIn(transcript: Transcript): readonly number[] {
  const { messages, calls } = transcript;
  const callOf = new Map(calls.map(({ at }, call) => [at, call] as const));
  const results = resultsByCall(messages);
  const inSight = new Set<ToolCallId>();
  const walker = new RecordedContextWalker(transcript, listenerTo(transcript, inSight));
  const byPath = new Map<string, Reading[]>();
  const rereads: number[] = [];
  messages.forEach(({ parts }, at) => {
    walker.moveTo(at);
    for (const part of parts) {
      const reading =
        part.kind === 'tool-call' && results.get(part.id)?.isError === false ? readingOf(part) : undefined;
      if (reading === undefined) continue;
      const before = (byPath.get(reading.path) ?? []).filter((each) => overlap(each, reading));
      if (before.length > 0 && !before.some(({ callId }) => inSight.has(callId))) rereads.push(callOf.get(at) ?? 0);
      byPath.set(reading.path, [...(byPath.get(reading.path) ?? []), reading]);
    }
  });
  return rereads;
}

/** Keeps the calls whose results are in the context with their content. */
function listenerTo({ messages }: Transcript, inSight: Set<ToolCallId>): ContextListener {
  const cleared = new Set<ToolCallId>();
  const resultsOf = (message: number) =>
    (messages[message]?.parts ?? []).flatMap((part) => (part.kind === 'tool-result' ? [part.callId] : []));
  return {
    entered: (message) => {
      for (const id of resultsOf(message)) if (!cleared.has(id)) inSight.add(id);
    },
    left: (message) => {
      for (const id of resultsOf(message)) inSight.delete(id);
    },
    cleared: (id) => {
      cleared.add(id);
      inSight.delete(id);
    },
    passed: () => {},
  };
}

function readingOf(call: ToolCallPart): Reading | undefined {
  const [path] = toolUse(call) === 'read' ? pathsOf(call.input) : [];
  if (path === undefined) return undefined;
  const { offset, limit } = asObject(call.input) ?? {};
  const first = asCount(offset) ?? 1;
  return { path, first, last: first + (asCount(limit) ?? Number.POSITIVE_INFINITY) - 1, callId: call.id };
}

function overlap(a: Reading, b: Reading): boolean {
  return a.first <= b.last && b.first <= a.last;
}
