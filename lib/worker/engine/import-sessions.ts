import { compressLines } from '../../base/compress-lines';
import { optional } from '../../base/optional';
import { type FileImport, importFiles } from '../../importers/import-files';
import type { Recognition } from '../../importers/recognise';
import { maskTranscript } from '../../masking/mask-transcript';
import { listedSummaryOf } from '../../simulator/recorded/summary-of';
import { fingerprint } from '../../transcript/fingerprint';
import { formats } from '../../transcript/formats';
import type { Transcript } from '../../transcript/transcript';
import { RULES_RECORD, writeTranscripts } from '../../transcript/write-transcript';
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
  const report = atMostEvery(PROGRESS_EVERY_MS, hooks.onProgress);
  const files: FileOutcome[] = [];
  for await (const imported of importFiles(sources, {
    signal: hooks.signal,
    ...(request.format === undefined ? {} : { format: request.format }),
    onProgress: (path, bytesRead, bytesTotal) => report({ path, bytesRead, bytesTotal }, bytesRead >= bytesTotal),
  })) {
    const { path } = imported;
    const bytes = request.files.find((file) => file.path === path)?.file.size ?? 0;
    const onPacked = (packed: number) => report({ path, bytesRead: bytes, bytesTotal: bytes, packed });
    const work = { maskSecrets: request.maskSecrets, signal: hooks.signal, onPacked };
    files.push(await unlessCancelled(path, hooks.signal, () => outcome(imported, work)));
  }
  return { files };
}

/** Writing a large session takes longer than reading it, and would continue for a cancelled import. */
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

async function outcome(imported: FileImport, packing: Packing): Promise<FileOutcome> {
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
      const { recognition, transcripts, bytes, records, attached } = imported.file;
      const ruleEdits = attached.find(({ type }) => type === RULES_RECORD);
      const sessions: ImportedSession[] = [];
      for (const [place, transcript] of transcripts.entries()) {
        const session = await toSession(transcript, packing);
        sessions.push({ ...session, ...optional('ruleEdits', place === 0 ? ruleEdits : undefined) });
      }
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

interface Packing {
  readonly maskSecrets: boolean;
  readonly signal: AbortSignal;
  onPacked(share: number): void;
}

async function toSession(recorded: Transcript, packing: Packing): Promise<ImportedSession> {
  packing.onPacked(0);
  const id = fingerprint(recorded);
  const { transcript, counts } = packing.maskSecrets ? maskTranscript(recorded) : { transcript: recorded, counts: {} };
  return {
    id,
    summary: listedSummaryOf(transcript),
    secretsMasked: counts,
    body: await compressLines(watched(writeTranscripts([transcript]), transcript.messages.length, packing)),
    warnings: transcript.warnings,
    boundaries: transcript.boundaries,
  };
}

/** Reports progress, and stops when cancelled. */
function* watched(lines: Iterable<string>, expected: number, { signal, onPacked }: Packing): Generator<string> {
  let done = 0;
  for (const line of lines) {
    signal.throwIfAborted();
    done += 1;
    onPacked(Math.min(1, done / Math.max(1, expected)));
    yield line;
  }
}

/** The page does not need every chunk; `final` updates are always sent. */
function atMostEvery(delayMs: number, tell: (progress: ImportProgress) => void) {
  let toldAtMs = 0;
  return (progress: ImportProgress, isFinal = false) => {
    const nowMs = Date.now();
    if (nowMs - toldAtMs < delayMs && !isFinal) return;
    toldAtMs = nowMs;
    tell(progress);
  };
}
