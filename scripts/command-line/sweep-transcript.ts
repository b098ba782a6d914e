import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { replayMaterial } from '../../lib/simulator/recorded/replay-material';
import { replay } from '../../lib/simulator/replay/replay';
import { replayWithMisses } from '../../lib/simulator/replay/replay-with-misses';
import { summarizerFor } from '../../lib/simulator/replay/replies';
import { ValuedRecording } from '../../lib/simulator/replay/valued-recording';
import { type SweepOutcome, type SweepWorker, shareOut } from '../../lib/sweep/share-out';
import { type SweepRow, sweepRows } from '../../lib/sweep/sweep-rows';
import type { Transcript } from '../../lib/transcript/transcript';
import type { SweepCommand } from './sweep';

/** The data for a thread. The transcript is transferred: reading its file again would take far longer. */
export interface ThreadWork {
  readonly transcript: Transcript;
  /** The command line, which a thread parses again: functions cannot be transferred. */
  readonly words: readonly string[];
}

type OnRows = (rows: readonly SweepRow[]) => void;

/** The estimate before the first values are done: the first replays are slow, and not representative. */
const ALONE_MS = 400;
/** Start-up time of a thread. Less work than that is not worth one. */
const THREAD_START_MS = 1_000;

/** Starts in this thread, and continues in others if enough work is left. */
export async function sweepTranscript(
  work: ThreadWork,
  command: SweepCommand,
  onRows: OnRows,
  aloneMs = ALONE_MS,
): Promise<SweepOutcome> {
  const { values } = command;
  const here = workerHere(work.transcript, command);
  const startMs = performance.now();
  const begun: SweepRow[] = [];
  let fastestMs = Number.POSITIVE_INFINITY;
  for (const value of values) {
    const beforeMs = performance.now();
    if (beforeMs - startMs > aloneMs) break;
    const rows = await here.rows([value]);
    fastestMs = Math.min(fastestMs, performance.now() - beforeMs);
    begun.push(...rows);
    onRows(rows);
  }
  const others = values.slice(begun.length);
  const threads = threadsWorth(others.length, fastestMs, availableParallelism());
  const rest = threads === 0 ? shareOut(others, [here], onRows) : sweepInThreads(work, others, threads, onRows);
  const { rows, ...failure } = await rest;
  return { rows: [...begun, ...rows], ...failure };
}

/** None if there would be only one. */
export function threadsWorth(values: number, valueMs: number, cores: number): number {
  const threads = Math.min(cores, values, Math.floor((values * valueMs) / THREAD_START_MS));
  return threads < 2 ? 0 : threads;
}

export async function sweepInThreads(
  work: ThreadWork,
  values: readonly number[],
  count: number,
  onRows: OnRows,
): Promise<SweepOutcome> {
  const threads = Array.from(
    { length: count },
    () => new Worker(new URL('./sweep-worker.mjs', import.meta.url), { workerData: work }),
  );
  try {
    return await shareOut(values, threads.map(workerInThread), onRows);
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

function workerInThread(thread: Worker): SweepWorker {
  return {
    async rows(values) {
      thread.postMessage(values);
      const [rows] = await once(thread, 'message');
      return rows;
    },
  };
}

export function workerHere(
  transcript: Transcript,
  { chosen: { policy, replies }, param, countsMisses }: SweepCommand,
): SweepWorker {
  const material = replayMaterial(transcript);
  const valued = countsMisses ? new ValuedRecording(material) : undefined;
  return {
    async rows(values) {
      const rows = sweepRows({ policy, path: param }, values, (changed) => {
        const summarizer = summarizerFor(replies, material);
        return valued === undefined
          ? replay(material, changed, summarizer)
          : replayWithMisses(valued, changed, summarizer);
      });
      if (!rows.ok) throw new Error(rows.error);
      return rows.value;
    },
  };
}
