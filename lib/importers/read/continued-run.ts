import type { Boundary, Call, CallId, Message, MessageId, Transcript } from '../../transcript/transcript';

/** Said of a file whose rest was not imported with it. */
export const CONTINUES = 'The run continues in another file';

interface Unfinished {
  readonly path: string;
  /** The file with the rest, as the run names it. */
  readonly continuedIn: string;
}

/** The run that this file continues: of several, the one whose name is most like its own. */
export function continuedBy<Run extends Unfinished>(path: string, unfinished: Iterable<Run>): Run | undefined {
  let best: Run | undefined;
  for (const run of unfinished) {
    const name = nameOf(run.continuedIn);
    if (name === '' || !path.endsWith(name) || folderOf(path) !== folderOf(run.path)) continue;
    if (best === undefined || sharedLength(path, run.path) > sharedLength(path, best.path)) best = run;
  }
  return best;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** The whole run. The first messages of the rest are copies: they are the context that it began with. */
export function withContinuation(first: Transcript, next: Transcript): Transcript {
  const at = first.messages.length;
  const copied = next.calls[0]?.at ?? next.messages.length;
  const taken = new Set<string>([...first.messages.map(({ id }) => id), ...first.calls.map(({ id }) => id)]);
  const renamed = (id: string): string => (taken.has(id) ? renamed(`next-${id}`) : id);
  const summary = next.messages.slice(0, copied).findLastIndex(({ kind }) => kind === 'prompt');
  const messages = next.messages.map((message, index): Message => {
    const { callId } = message;
    return {
      ...message,
      id: renamed(message.id) as MessageId,
      ...(index === summary && summary > 0 ? { kind: 'summary' } : {}),
      ...(callId === undefined ? {} : { callId: renamed(callId) as CallId }),
    };
  });
  const calls = next.calls.map((call): Call => ({ ...call, id: renamed(call.id) as CallId, at: at + call.at }));
  const boundaries = next.boundaries.map((boundary): Boundary => shifted(boundary, at, renamed));
  const earlier = first.boundaries.filter((boundary) => boundary.at < at);
  const last = first.boundaries.find((boundary) => boundary.at >= at);
  return {
    ...first,
    models: [...new Set([...first.models, ...next.models])],
    messages: [...first.messages, ...messages],
    calls: [...first.calls, ...calls],
    boundaries: [...earlier, between(last, messages[summary], at, messages[0]?.line ?? 0), ...boundaries],
    events: [...first.events, ...next.events.map((event) => ({ ...event, at: at + event.at }))],
    children: [...first.children, ...next.children],
    warnings: [...first.warnings.filter(({ what }) => what !== CONTINUES), ...next.warnings],
  };
}

function between(recorded: Boundary | undefined, summary: Message | undefined, at: number, line: number): Boundary {
  const { keptMessageIds: _, keptPosition: __, ...facts } = recorded ?? { kind: 'full', trigger: 'auto', line };
  return { ...facts, kind: 'full', at, ...(summary?.kind === 'summary' ? { summaryMessageId: summary.id } : {}) };
}

function shifted(boundary: Boundary, at: number, renamed: (id: string) => string): Boundary {
  const ids = (list: readonly MessageId[] | undefined) => list?.map((id) => renamed(id) as MessageId);
  const { keptMessageIds, summaryMessageId } = boundary;
  return {
    ...boundary,
    at: at + boundary.at,
    ...(keptMessageIds === undefined ? {} : { keptMessageIds: ids(keptMessageIds) ?? [] }),
    ...(summaryMessageId === undefined ? {} : { summaryMessageId: renamed(summaryMessageId) as MessageId }),
  };
}
