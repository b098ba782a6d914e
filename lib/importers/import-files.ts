import type { ByteSource } from '../reading/read-values';
import type { FormatId } from '../transcript/formats';
import type { Transcript } from '../transcript/transcript';
import { type ImportedFile, type ImportFailure, importFile } from './import-file';

export interface FileToImport {
  /** Including its folders. */
  readonly path: string;
  readonly source: ByteSource;
}

export type FileImport =
  | { readonly path: string; readonly type: 'imported'; readonly file: ImportedFile }
  /** A sub-agent's file that became a child of a session imported with it. */
  | { readonly path: string; readonly type: 'attached'; readonly file: ImportedFile; readonly sessionId: string }
  | { readonly path: string; readonly type: 'failed'; readonly failure: ImportFailure };

interface SubAgentFile {
  readonly path: string;
  readonly file: ImportedFile;
  readonly transcript: Transcript;
}

interface FilesOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (path: string, bytesRead: number, bytesTotal: number) => void;
  readonly format?: FormatId;
}

/**
 * Imports files one after another and yields each as soon as it is complete, so that a folder of many sessions is never
 * in memory at once. Only sub-agent files are read first and wait for their session.
 */
export async function* importFiles(
  files: readonly FileToImport[],
  options: FilesOptions = {},
): AsyncGenerator<FileImport> {
  const waiting = new Map<string, SubAgentFile[]>();
  for (const { path, source } of await subAgentsFirst(files)) {
    const read = await importFile(source, {
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.format === undefined ? {} : { format: options.format }),
      onProgress: (bytesRead, bytesTotal) => options.onProgress?.(path, bytesRead, bytesTotal),
    });
    if (!read.ok) {
      yield { path, type: 'failed', failure: read.error };
      continue;
    }
    const [transcript, ...others] = read.value.transcripts;
    if (
      transcript !== undefined &&
      others.length === 0 &&
      transcript.parentSessionId !== undefined &&
      files.length > 1
    ) {
      const siblings = waiting.get(transcript.parentSessionId) ?? [];
      siblings.push({ path, file: read.value, transcript });
      waiting.set(transcript.parentSessionId, siblings);
      continue;
    }
    const transcripts: Transcript[] = [];
    for (const parent of read.value.transcripts) {
      const { sessionId } = parent;
      const own = sessionId === undefined ? undefined : waiting.get(sessionId);
      transcripts.push(own === undefined ? parent : withChildren(parent, own));
      if (sessionId === undefined || own === undefined) continue;
      waiting.delete(sessionId);
      for (const child of own) yield { path: child.path, type: 'attached', file: child.file, sessionId };
    }
    yield { path, type: 'imported', file: { ...read.value, transcripts } };
  }
  for (const alone of waiting.values()) for (const { path, file } of alone) yield { path, type: 'imported', file };
}

/** A sub-agent's own file has more than its parent's mirror of it. */
function withChildren(parent: Transcript, files: readonly SubAgentFile[]): Transcript {
  const own = files.map(({ transcript }) => transcript);
  const named = new Set(own.map((child) => child.agentId));
  const mirrored = parent.children.filter((child) => child.agentId === undefined || !named.has(child.agentId));
  return { ...parent, children: [...mirrored, ...own] };
}

async function subAgentsFirst(files: readonly FileToImport[]): Promise<readonly FileToImport[]> {
  if (files.length < 2) return files;
  const first: FileToImport[] = [];
  const rest: FileToImport[] = [];
  for (const file of files) ((await beginsAsSubAgent(file)) ? first : rest).push(file);
  return [...first, ...rest];
}

/** Only decides the reading order, so the first bytes are enough; the records decide what the file is. */
async function beginsAsSubAgent({ source }: FileToImport): Promise<boolean> {
  try {
    const reader = source.stream().getReader();
    const { value } = await reader.read();
    await reader.cancel();
    const head = new TextDecoder().decode(value?.subarray(0, 8192));
    const isOfClaudeCode = /"isSidechain":\s*true/.test(head) && /"agentId":\s*"/.test(head);
    // In opencode, messages have a parent, too.
    return isOfClaudeCode || /"parent_thread_id":\s*"|"parentID":\s*"ses_/.test(head);
  } catch {
    // The file could not be read: importing it, which comes next, reports that with its name.
    return false;
  }
}
