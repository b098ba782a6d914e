import { asObject, asText } from '../../base/json';
import { pathsOf, toolUse } from '../../transcript/tool-use';
import type { Message, ToolCallPart } from '../../transcript/transcript';
import { editFile, type MemoryFolder, writeFile } from '../files/memory-folder';

/** A memory that the recorded agent wrote itself. */
export interface OwnWrite {
  readonly message: number;
  readonly path: string;
  /** Why it could not be stored. */
  readonly problem?: string;
}

export interface OwnWrites {
  readonly folder: MemoryFolder;
  readonly writes: readonly OwnWrite[];
}

const MEMORY_PATH = /\/\.claude\/projects\/[^/]{1,400}\/memory\/([^\n]{1,400}\.md)$/i;

/** [A7] Way one: what the recorded agent saved is saved here too. `failed`: calls whose result was an error. */
export function ownWrites(
  folder: MemoryFolder,
  { parts }: Message,
  at: { readonly message: number; readonly nowMs: number },
  failed: ReadonlySet<string>,
): OwnWrites {
  let current = folder;
  const writes: OwnWrite[] = [];
  for (const part of parts) {
    if (part.kind !== 'tool-call' || failed.has(part.id)) continue;
    const name = memoryWrittenBy(part);
    if (name === undefined) continue;
    const args = asObject(part.input);
    const text = asText(args?.content);
    const edit = { old: asText(args?.old_string) ?? '', now: asText(args?.new_string) ?? '' };
    const written =
      text !== undefined ? writeFile(current, name, text, at.nowMs) : editFile(current, name, edit, at.nowMs);
    if (written.ok) current = written.value;
    writes.push({ message: at.message, path: name, ...(written.ok ? {} : { problem: written.error }) });
  }
  return { folder: current, writes };
}

/** The file below the memory folder that a call writes. */
export function memoryWrittenBy(call: ToolCallPart): string | undefined {
  const use = toolUse(call);
  if (use !== 'write' && use !== 'edit') return undefined;
  const [path = ''] = pathsOf(call.input);
  return MEMORY_PATH.exec(path.replaceAll('\\', '/'))?.[1];
}

/** [A8] Messages of user and assistant. */
export function isSaid({ kind }: Message): boolean {
  return kind === 'prompt' || kind === 'reply' || kind === 'tool-results';
}
