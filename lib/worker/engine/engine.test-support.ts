import type { BatchAskerFor } from '../../api/asker/batch-asker';
import type { ModelAsker } from '../../api/asker/model-asker';
import { readingSession as reading } from '../../simulator/replay/reading-session.test-support';
import type { Agent } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { writeTranscripts } from '../../transcript/write-transcript';
import type { EngineWorker } from './client';
import { createEngine } from './engine';
import type { EngineMethod, EngineRequests, FromWorker, OpenRequest, ToWorker } from './messages';

const nobody: ModelAsker = () => async () => {
  throw new Error('No model is asked here');
};

const noBatches: BatchAskerFor = async () => {
  throw new Error('No batch is asked for here');
};

/** An engine whose answers can be awaited, as the page's client does over the wire. Nothing takes long by its clock. */
export function testEngine(
  askerFor: ModelAsker = nobody,
  batchesFor: BatchAskerFor = noBatches,
  nowMs: () => number = () => 0,
) {
  const sent: FromWorker[] = [];
  /** The same messages on the engine's side, without transferred data. */
  const left: FromWorker[] = [];
  const handle = createEngine(
    (message, transfer) => {
      sent.push(structuredClone(message, { transfer }));
      left.push(message);
    },
    askerFor,
    batchesFor,
    nowMs,
  );
  const ask = async <M extends EngineMethod>(
    method: M,
    request: EngineRequests[M]['request'],
    id = sent.length + 1,
  ) => {
    await handle({ type: 'ask', id, method, request } as ToWorker);
    return sent.findLast((message) => message.id === id && message.type !== 'progress');
  };
  return { ask, handle, sent, left };
}

/** Every step takes so long by its clock that others get their turn. `looks` counts how often it looked at the clock. */
export function slowEngine() {
  let looks = 0;
  const engine = testEngine(nobody, noBatches, () => {
    looks += 1;
    return looks * 1_000;
  });
  return { ...engine, looks: () => looks };
}

/** Every call reads a file of 10,000 tokens: before the sixteenth the context is full. */
export function readingSession(calls = 24, agent?: Agent): OpenRequest {
  return sessionOf(reading(calls).replace('user 100 tokens', 'user "Read them all"'), agent);
}

/** As `transcriptFromText` reads it. */
export function sessionOf(text: string, agent?: Agent): OpenRequest {
  const transcript = transcriptFromText(text, agent === undefined ? {} : { agent });
  const file = new Blob([...writeTranscripts([transcript])]);
  return { type: 'file', path: 'session.highwater.json', file, child: [] };
}

/** A worker in this process: the real engine, with cloned, asynchronous messages. */
export class WorkerHere implements EngineWorker {
  static readonly started: WorkerHere[] = [];
  onmessage: EngineWorker['onmessage'] = null;
  onerror: EngineWorker['onerror'] = null;
  isTerminated = false;
  readonly asked: ToWorker[] = [];
  private readonly handle: ReturnType<typeof createEngine>;

  constructor(askerFor: ModelAsker = nobody) {
    WorkerHere.started.push(this);
    this.handle = createEngine(
      (message, transfer) => {
        const data = structuredClone(message, { transfer });
        if (!this.isTerminated) this.onmessage?.(new MessageEvent('message', { data }));
      },
      askerFor,
      noBatches,
    );
  }

  postMessage(message: ToWorker): void {
    const data = structuredClone(message);
    setTimeout(() => {
      if (this.isTerminated) return;
      this.asked.push(data);
      void this.handle(data);
    });
  }

  terminate(): void {
    this.isTerminated = true;
  }

  /** As a worker that runs out of memory. */
  die(): void {
    this.isTerminated = true;
    this.onerror?.(new Event('error') as ErrorEvent);
  }
}
