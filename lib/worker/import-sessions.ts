import { compressLines } from '../base/compress-lines';
import { formats } from '../importers/formats';
import { type FileImport, importFiles } from '../importers/import-files';
import type { Recognition } from '../importers/recognise';
import { maskTranscript } from '../masking/mask-transcript';
import { peakTokens } from '../simulator/peak-tokens';
import { fingerprint } from '../transcript/fingerprint';
import { summarise } from '../transcript/summarise';
import type { Transcript } from '../transcript/transcript';
import { writeTranscripts } from '../transcript/write-transcript';
import type { FileOutcome, ImportAnswer, ImportedSession, ImportProgress, ImportRequest } from './messages';

const PROGRESS_EVERY_MS = 50;

export interface ImportHooks {
  readonly signal: AbortSignal;
  onProgress(progress: ImportProgress): void;
}

/** Files → sessions ready to be stored: imported, masked, compressed. */
export async function importSessions(request: ImportRequest, hooks: ImportHooks): Promise<ImportAnswer> {
  const sources = request.files.map(({ path, file }) => ({
    path,
    source: { name: path, size: file.size, stream: () => file.stream() },
  }));
  let reportedAtMs = 0;
  const files: FileOutcome[] = [];
  for await (const imported of importFiles(sources, {
    signal: hooks.signal,
    ...(request.format === undefined ? {} : { format: request.format }),
    onProgress: (path, bytesRead, bytesTotal) => {
      const nowMs = Date.now();
      if (nowMs - reportedAtMs < PROGRESS_EVERY_MS && bytesRead < bytesTotal) return;
      reportedAtMs = nowMs;
      hooks.onProgress({ path, bytesRead, bytesTotal });
    },
  })) {
    files.push(await unlessCancelled(imported.path, hooks.signal, () => outcome(imported, request, hooks.signal)));
  }
  return { files };
}

/** Writing a large session takes longer than reading it, and would go on for nobody. */
async function unlessCancelled(
  path: string,
  signal: AbortSignal,
  work: () => Promise<FileOutcome>,
): Promise<FileOutcome> {
  try {
    signal.throwIfAborted();
    return await work();
  } catch (error) {
    if (signal.aborted) return { path, result: { type: 'cancelled' } };
    throw error;
  }
}

async function outcome(imported: FileImport, request: ImportRequest, signal: AbortSignal): Promise<FileOutcome> {
  const { path } = imported;
  switch (imported.type) {
    case 'failed': {
      const { recognition, problem } = imported.failure;
      const recognised = recognition === undefined ? {} : recognisedAs(recognition);
      if (problem === undefined) return { path, ...recognised, result: { type: 'cancelled' } };
      return { path, ...recognised, result: { type: 'refused', ...problem } };
    }
    case 'attached':
      return {
        path,
        ...recognisedAs(imported.file.recognition),
        result: { type: 'attached', to: imported.sessionId },
      };
    case 'imported': {
      const { recognition, transcripts, bytes, records } = imported.file;
      const sessions: ImportedSession[] = [];
      for (const transcript of transcripts) sessions.push(await toSession(transcript, request.maskSecrets, signal));
      return {
        path,
        ...recognisedAs(recognition),
        result: { type: 'imported', sessions, report: { bytes, records } },
      };
    }
  }
}

function recognisedAs({ format, because, rule }: Recognition): Pick<FileOutcome, 'recognised'> {
  return { recognised: { format, title: formats[format].title, because, overruled: rule === 'chosen' } };
}

async function toSession(recorded: Transcript, maskSecrets: boolean, signal: AbortSignal): Promise<ImportedSession> {
  const id = fingerprint(recorded);
  const { transcript, counts } = maskSecrets ? maskTranscript(recorded) : { transcript: recorded, counts: {} };
  return {
    id,
    summary: summarise(transcript, peakTokens(transcript)),
    secretsMasked: counts,
    body: await compressLines(untilCancelled(writeTranscripts([transcript]), signal)),
    warnings: transcript.warnings,
    boundaries: transcript.boundaries,
  };
}

function* untilCancelled(lines: Iterable<string>, signal: AbortSignal): Generator<string> {
  for (const line of lines) {
    signal.throwIfAborted();
    yield line;
  }
}
