import type { ByteSource } from '../reading/read-values';
import type { FormatId } from '../transcript/formats';
import type { Transcript } from '../transcript/transcript';
import { besideOf, SHOWN_FILE, taskIdOf, withShown } from './cline/with-shown';
import { type ImportedFile, type ImportFailure, importFile } from './import-file';
import { continuedBy, withContinuation } from './read/continued-run';
import { FILE_HEAD_BYTES, fileHead } from './read/file-head';

export interface FileToImport {
  /** Including its folders. */
  readonly path: string;
  readonly source: ByteSource;
}

export type FileImport =
  | { readonly path: string; readonly type: 'imported'; readonly file: ImportedFile }
  /** A sub-agent's file that became a child of a session imported with it, or the rest of what is known of it. */
  | { readonly path: string; readonly type: 'attached'; readonly file: ImportedFile; readonly sessionId: string }
  | { readonly path: string; readonly type: 'failed'; readonly failure: ImportFailure };

interface SubAgentFile {
  readonly path: string;
  readonly file: ImportedFile;
  readonly transcript: Transcript;
}

interface UnfinishedFile {
  readonly path: string;
  readonly continuedIn: string;
  readonly file: ImportedFile;
}

interface FilesOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (path: string, bytesRead: number, bytesTotal: number) => void;
  readonly format?: FormatId;
}

/**
 * Imports files one after another and yields each as soon as it is complete, so that a folder of many sessions is never
 * in memory at once. Only files that belong to a session are read first and wait for it, and a run waits for its rest.
 */
export async function* importFiles(
  files: readonly FileToImport[],
  options: FilesOptions = {},
): AsyncGenerator<FileImport> {
  const waiting = new Map<string, SubAgentFile[]>();
  const paths = new Set(files.map(({ path }) => path));
  const shown = new Map<string, SubAgentFile>();
  /** Runs whose rest is in a file that comes later. */
  const unfinished = new Set<UnfinishedFile>();
  for (const { path, source } of await inReadingOrder(files)) {
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
    const isOfTask = transcript !== undefined && read.value.recognition.format === 'cline';
    const sentFile = isOfTask ? besideOf(path) : undefined;
    if (isOfTask && sentFile !== undefined && paths.has(sentFile)) {
      shown.set(sentFile, { path, file: read.value, transcript });
      continue;
    }
    const screen = isOfTask ? shown.get(path) : undefined;
    if (isOfTask && screen !== undefined) {
      shown.delete(path);
      const whole = withShown(transcript, screen.transcript);
      const sessionId = taskIdOf(path, whole);
      yield { path: screen.path, type: 'attached', file: screen.file, sessionId };
      yield { path, type: 'imported', file: { ...read.value, transcripts: [{ ...whole, sessionId }] } };
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
    const file = { ...read.value, transcripts };
    const begun = continuedBy(path, unfinished);
    const [first, ...more] = begun?.file.transcripts ?? [];
    const [next, ...rest] = transcripts;
    const { continuedIn, ...whole } = file;
    if (begun !== undefined && first !== undefined && next !== undefined) {
      unfinished.delete(begun);
      const joined = { ...begun.file, transcripts: [withContinuation(first, next), ...more, ...rest] };
      unfinished.add({ path: begun.path, continuedIn: continuedIn ?? '', file: joined });
      yield { path, type: 'attached', file, sessionId: first.sessionId ?? begun.path };
    } else if (continuedIn !== undefined && files.length > 1) unfinished.add({ path, continuedIn, file: whole });
    else yield { path, type: 'imported', file };
  }
  for (const { path, file } of shown.values()) yield { path, type: 'imported', file };
  for (const { path, file } of unfinished) yield { path, type: 'imported', file };
  for (const alone of waiting.values()) for (const { path, file } of alone) yield { path, type: 'imported', file };
}

/** A sub-agent's own file has more than its parent's mirror of it. */
function withChildren(parent: Transcript, files: readonly SubAgentFile[]): Transcript {
  const own = files.map(({ transcript }) => transcript);
  const named = new Set(own.map((child) => child.agentId));
  const mirrored = parent.children.filter((child) => child.agentId === undefined || !named.has(child.agentId));
  return { ...parent, children: [...mirrored, ...own] };
}

/** What belongs to a session comes before it, and what continues a run after it. */
type Place = 'first' | 'between' | 'last';

async function inReadingOrder(files: readonly FileToImport[]): Promise<readonly FileToImport[]> {
  if (files.length < 2) return files;
  const places: Record<Place, FileToImport[]> = { first: [], between: [], last: [] };
  for (const file of files) places[await placeOf(file)].push(file);
  places.last.sort((a, b) => a.path.localeCompare(b.path, 'en', { numeric: true }));
  return [...places.first, ...places.between, ...places.last];
}

async function placeOf({ path, source }: FileToImport): Promise<Place> {
  if (path.endsWith(SHOWN_FILE)) return 'first';
  try {
    const reader = source.stream().getReader();
    const { value } = await reader.read();
    await reader.cancel();
    const { parent, continues } = fileHead(new TextDecoder().decode(value?.subarray(0, FILE_HEAD_BYTES)));
    if (continues) return 'last';
    return parent === undefined ? 'between' : 'first';
  } catch {
    // The file could not be read: importing it, which comes next, reports that with its name.
    return 'between';
  }
}
