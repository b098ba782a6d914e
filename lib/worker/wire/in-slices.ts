import { nextTask } from './next-task';

export interface SlicedBy<Progress> {
  /** Aborted, the work is given up at the next pause. */
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
}

/** Work that is given up at a pause once the signal is aborted. */
export type InSteps = <Value>(work: Generator<unknown, Value>, signal: AbortSignal) => Promise<Value>;

/** For what goes on whoever has left: it was paid for. */
export const NEVER_ABORTED = new AbortController().signal;

export interface Slices {
  /** By default, there is a pause after every step. */
  readonly sliceMs?: number;
  /** Ends when the work may go on, or is aborted. */
  pause?(signal: AbortSignal): Promise<void>;
  nowMs?(): number;
}

/** Does work that yields after each step in slices: in the pauses between them, other messages are received. */
export async function inSlices<Progress, Value>(
  work: Generator<Progress, Value>,
  { signal, onProgress }: SlicedBy<Progress>,
  { sliceMs = 0, pause = nextTask, nowMs = () => performance.now() }: Slices = {},
): Promise<Value> {
  for (let endMs = nowMs() + sliceMs; ; ) {
    const step = work.next();
    if (step.done) return step.value;
    if (nowMs() < endMs) continue;
    onProgress(step.value);
    await pause(signal);
    signal.throwIfAborted();
    endMs = nowMs() + sliceMs;
  }
}
