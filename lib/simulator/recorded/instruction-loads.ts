import type { Happening, InstructionOptions } from '../../instructions/instruction-session';
import { InstructionSession } from '../../instructions/instruction-session';
import type { LoadedInstructions } from '../../instructions/instruction-tree';
import { pathsOf, toolUse } from '../../transcript/tool-use';
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
  const boundaries = transcript.boundaries.filter(({ kind }) => kind === 'full').map(({ at }) => at);
  transcript.messages.forEach((message, index) => {
    const call = firstCallFrom(transcript, index + 1);
    while ((boundaries[0] ?? Number.POSITIVE_INFINITY) <= index) {
      boundaries.shift();
      all.push({ call, happening: { type: 'compaction' } });
    }
    for (const part of message.parts) if (part.kind === 'tool-call') calls.set(part.id, part);
    if (message.kind === 'prompt' && message.origin === undefined) all.push({ call, happening: { type: 'prompt' } });
    for (const path of readIn(message, calls)) all.push(readAt(call, path));
    // A file that changed is read anew while the attachments are put together: the next ones have what that loads.
    if (message.origin?.kind === 'changed-file' && message.origin.name !== undefined) {
      all.push(readAt(call + 1, message.origin.name));
    }
  });
  return all;
}

function readAt(call: number, path: string): Placed {
  return { call, happening: { type: 'read', path: slashed(path) }, path };
}

function readIn({ parts }: Message, calls: ReadonlyMap<ToolCallId, ToolCallPart>): string[] {
  return parts.flatMap((part) => {
    if (part.kind !== 'tool-result' || part.isError) return [];
    const call = calls.get(part.callId);
    return call !== undefined && toolUse(call) === 'read' ? pathsOf(call.input) : [];
  });
}

/** Windows paths become `/D:/folder/file`. */
function slashed(path: string): string {
  const plain = path.replaceAll('\\', '/');
  return plain.startsWith('/') ? plain : `/${plain}`;
}
