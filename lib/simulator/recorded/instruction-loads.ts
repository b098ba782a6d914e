import type { Happening, InstructionOptions } from '../../instructions/instruction-session';
import { InstructionSession } from '../../instructions/instruction-session';
import type { LoadedInstructions } from '../../instructions/instruction-tree';
import { commandOf, pathsOf, toolUse } from '../../transcript/tool-use';
import type { Message, ToolCallId, ToolCallPart, Transcript } from '../../transcript/transcript';
import { firstCallFrom } from './stretches';

/** Instructions that came in during a session because of a file that was read. */
export interface InstructionLoad {
  readonly path: string;
  /** The first call that carries them. */
  readonly call: number;
  /** Where they are recorded. */
  readonly message?: number;
  readonly reason?: LoadedInstructions['reason'];
  /** The file whose reading explains them. */
  readonly because?: string;
}

export interface InstructionLoads {
  /** With the reason, where a prediction explains it. */
  readonly recorded: readonly InstructionLoad[];
  /** What the rules predict from the files that were read before. */
  readonly predicted: readonly InstructionLoad[];
}

/**
 * [I3] The files themselves are not in a recording. Those that it names are taken for the tree, with the patterns that it
 * names; what was read says when each of them is loaded.
 */
export function instructionLoads(transcript: Transcript, options?: InstructionOptions): InstructionLoads {
  const found = transcript.messages.flatMap((message, index) => {
    const { origin } = message;
    if (origin?.kind !== 'instructions' || origin.name === undefined) return [];
    return [{ message: index, path: origin.name, call: firstCallFrom(transcript, index + 1) }];
  });
  if (found.length === 0) return { recorded: [], predicted: [] };
  const happenings = happeningsOf(transcript);
  const written = new Map(found.map(({ path }) => [slashed(path), path]));
  for (const { path } of happenings) if (path !== undefined) written.set(slashed(path), path);
  const asWritten = (path: string) => written.get(path) ?? path;
  const session = new InstructionSession(
    treeOf(transcript),
    { root: slashed(transcript.workingDirectory ?? ''), home: '/', managed: '/' },
    options,
  );
  session.take({ type: 'session-start' });
  const predicted = happenings.flatMap(({ call, happening }) =>
    session.take(happening).flatMap(({ path, reason, because }): InstructionLoad[] => {
      if (because === undefined || call >= transcript.calls.length) return [];
      return [{ path: asWritten(path), call, reason, because: asWritten(because) }];
    }),
  );
  const recorded = found.map((load) => {
    const match = predicted.find(({ path, call }) => path === load.path && call === load.call);
    return match === undefined ? load : { ...match, ...load };
  });
  return { recorded, predicted };
}

function treeOf({ messages }: Transcript) {
  const files = new Map<string, string>();
  for (const { origin } of messages) {
    if (origin?.kind !== 'instructions' || origin.name === undefined) continue;
    const patterns = (origin.paths ?? []).map((pattern) => `  - "${pattern}"\n`).join('');
    files.set(slashed(origin.name), patterns === '' ? '' : `---\npaths:\n${patterns}---\n`);
  }
  return { read: (path: string) => files.get(path), list: () => [...files.keys()] };
}

interface Placed {
  /** The first call that sees what it loads. */
  readonly call: number;
  readonly happening: Happening;
  /** Of a file that was read, as the recording writes it. */
  readonly path?: string;
}

function happeningsOf(transcript: Transcript): Placed[] {
  const calls = new Map<ToolCallId, ToolCallPart>();
  const all: Placed[] = [];
  /** Changed outside since they were read, the newest last. */
  const changed = new Set<string>();
  const boundaries = transcript.boundaries.filter(({ kind }) => kind === 'full').map(({ at }) => at);
  transcript.messages.forEach((message, index) => {
    const call = firstCallFrom(transcript, index + 1);
    while ((boundaries[0] ?? Number.POSITIVE_INFINITY) <= index) {
      boundaries.shift();
      all.push({ call, happening: { type: 'compaction' } });
    }
    for (const part of message.parts) if (part.kind === 'tool-call') calls.set(part.id, part);
    const results = resultsIn(message, calls);
    for (const path of results.filter(isRead).flatMap(({ input }) => pathsOf(input))) all.push(readAt(call, path));
    // A file that changed is read anew while the attachments are put together: the next ones have what that loads.
    if (message.origin?.kind === 'changed-file' && message.origin.name !== undefined) {
      changed.delete(message.origin.name);
      changed.add(message.origin.name);
      all.push(readAt(call + 1, message.origin.name));
    }
    // A rebase writes them again. Where they end with the same text, no attachment tells of it.
    if (results.some(isRebase)) for (const path of [...changed].reverse()) all.push(readAt(call + 1, path));
  });
  return all;
}

function readAt(call: number, path: string): Placed {
  return { call, happening: { type: 'read', path: slashed(path) }, path };
}

/** The calls whose results came back without an error. */
function resultsIn({ parts }: Message, calls: ReadonlyMap<ToolCallId, ToolCallPart>): ToolCallPart[] {
  return parts.flatMap((part) => {
    const call = part.kind === 'tool-result' && !part.isError ? calls.get(part.callId) : undefined;
    return call === undefined ? [] : [call];
  });
}

function isRead(call: ToolCallPart): boolean {
  return toolUse(call) === 'read';
}

function isRebase(call: ToolCallPart): boolean {
  return toolUse(call) === 'shell' && /\bgit rebase\b/.test(commandOf(call.input) ?? '');
}

/** Windows paths become `/D:/folder/file`. */
function slashed(path: string): string {
  const plain = path.replaceAll('\\', '/');
  return plain.startsWith('/') ? plain : `/${plain}`;
}
