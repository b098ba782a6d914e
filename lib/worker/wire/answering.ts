import { type Failure, Refusal } from '../../base/failure';
import type { Asked, FromWorker, Questions, ToWorker } from './wire';

/** Objects in `transfer` are moved without a copy, and are gone here. */
export type Send<All extends Questions<All>> = (message: FromWorker<All>, transfer: ArrayBuffer[]) => void;

export interface AskedBy<All extends Questions<All>> {
  /** Aborted if the page no longer wants the answer. */
  readonly signal: AbortSignal;
  /** Buffers that the answer may transfer. */
  readonly transfer: ArrayBuffer[];
  report(progress: All[keyof All]['progress']): void;
}

type Answer<All extends Questions<All>> = (question: Asked<All>, by: AskedBy<All>) => Promise<All[keyof All]['answer']>;

/** The worker's side of the protocol: receives requests, and sends answers or errors. */
export function answering<All extends Questions<All>>(
  send: Send<All>,
  answer: Answer<All>,
): (message: ToWorker<All>) => Promise<void> {
  const running = new Map<number, AbortController>();
  return async (message) => {
    const { id } = message;
    if (message.type === 'cancel') {
      running.get(id)?.abort();
      return;
    }
    const controller = new AbortController();
    running.set(id, controller);
    if (message.isAborted) controller.abort();
    try {
      const transfer: ArrayBuffer[] = [];
      const report = (progress: All[keyof All]['progress']) => send({ type: 'progress', id, progress }, []);
      send(
        { type: 'answer', id, answer: await answer(message, { signal: controller.signal, transfer, report }) },
        transfer,
      );
    } catch (error) {
      send({ type: 'failed', id, ...explained(error) }, []);
    } finally {
      running.delete(id);
    }
  };
}

function explained(error: unknown): Failure {
  if (error instanceof Refusal) return { what: error.what, advice: error.advice };
  const detail = error instanceof Error ? error.message : String(error);
  return {
    what: `Internal error in Highwater: ${detail}`,
    advice: 'Nothing stored was changed. Please report this, with the steps that led to it.',
  };
}
