import { asText } from '../base/json';
import { fail, ok, type Result } from '../base/result';
import { type ImportedFile, type ImportFailure, importFile, importPlainLines } from '../importers/import-file';
import type { PlainLinesOptions } from '../reading/read-plain-lines';
import type { Transcript } from '../transcript/transcript';
import { contextTotal } from '../transcript/usage';
import { ClaudeCodeEnd } from './claude-code-end';
import { CodexEnd } from './codex-end';
import { figuresOf } from './figures-of';
import type { EndTracker } from './file-end';
import type { FileFigures, SessionFigures } from './session-figures';
import { LeftOutResults, withoutResults } from './without-results';

const NEW_LINE = 0x0a;

/** By the quick import where that is sure, and by the whole one otherwise. */
export async function fileFigures(
  name: string,
  bytes: Uint8Array,
  decoding: Pick<PlainLinesOptions, 'decode' | 'roughly'> = {},
): Promise<Result<FileFigures, ImportFailure>> {
  const trackers = { 'claude-code': new ClaudeCodeEnd(), codex: new CodexEnd() };
  const leftOut = new LeftOutResults();
  const quick = importPlainLines(name, bytes, {
    ...decoding,
    skips: (record) => {
      const isLeftOut = leftOut.leavesOut(record, trackers['claude-code'].mayHave(asText(record.uuid) ?? ''));
      if (isLeftOut) trackers['claude-code'].add(record);
      return isLeftOut;
    },
    shorten: withoutResults,
    pass: (record, from, to) => {
      trackers['claude-code'].add(record);
      trackers.codex.add(record, { from, to });
      return record;
    },
  });
  if (quick?.ok === true && leftOut.isSure && quick.value.transcripts.every(tellsUsage)) {
    const { format } = quick.value.recognition;
    const isTracked = format === 'claude-code' || format === 'codex';
    const tracker = isTracked && mayGoOn(quick.value) ? trackers[format] : undefined;
    const [first, ...others] = quick.value.transcripts.map(figuresOf);
    const sessions = first === undefined ? [] : [withLastMs(first, leftOut.lastMs), ...others];
    return ok({ sessions, end: endAfter(tracker, bytes) });
  }
  const read =
    importPlainLines(name, bytes) ?? (await importFile({ name, size: bytes.length, stream: () => streamOf(bytes) }));
  return read.ok ? ok({ sessions: read.value.transcripts.map(figuresOf), end: null }) : fail(read.error);
}

/** Of the main thread, which is the first. */
function withLastMs(session: SessionFigures, lastMs: number): SessionFigures {
  const { main } = session;
  return { ...session, main: { ...main, lastMs: lastMs > (main.lastMs ?? 0) ? lastMs : main.lastMs } };
}

/** Otherwise its size is counted, from all of its content. */
function tellsUsage({ calls, children, format }: Transcript): boolean {
  if (format !== 'claude-code' && format !== 'codex') return false;
  return calls.some(({ usage }) => usage !== undefined && contextTotal(usage) > 0) && children.every(tellsUsage);
}

export function endAfter(tracker: EndTracker | undefined, bytes: Uint8Array, before = 0): FileFigures['end'] {
  // A program may be writing the rest of its last line.
  return bytes.at(-1) === NEW_LINE ? (tracker?.end(before + bytes.length) ?? null) : null;
}

/** What is unusual is not worth reading on. */
function mayGoOn({ transcripts: [first, ...others], recognition }: ImportedFile): boolean {
  if (first === undefined || others.length > 0 || first.children.length > 0) return false;
  if (first.parentSessionId !== undefined) return false;
  // Where no file states its window, sizes before compactions count, which may be carried over.
  return recognition.format !== 'codex' || first.contextWindow !== undefined;
}

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}
