import type { EngineMethod, EngineRequests, FromWorker, ToWorker } from './messages';

/** A request the engine could not fulfil, in words for the user. */
export class EngineError extends Error {
  constructor(
    readonly what: string,
    readonly advice: string,
  ) {
    super(what);
    this.name = 'EngineError';
  }
}

export interface AskOptions<Progress> {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
  progress(progress: unknown): void;
}

/** Of a `Worker`, what is needed here. */
export interface EngineWorker {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToWorker): void;
  terminate(): void;
}

export class Engine {
  private worker: EngineWorker | undefined;
  private lastId = 0;
  private readonly waiting = new Map<number, Waiting>();

  constructor(private readonly startWorker: () => EngineWorker) {}

  ask<Method extends EngineMethod>(
    method: Method,
    request: EngineRequests[Method]['request'],
    options: AskOptions<EngineRequests[Method]['progress']> = {},
  ): Promise<EngineRequests[Method]['answer']> {
    const { signal, onProgress } = options;
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(cancelled());
        return;
      }
      const cancel = () => {
        this.post({ type: 'cancel', id });
        this.waiting.delete(id);
        reject(cancelled());
      };
      signal?.addEventListener('abort', cancel, { once: true });
      const settle = () => signal?.removeEventListener('abort', cancel);
      this.waiting.set(id, {
        resolve: (answer) => {
          settle();
          resolve(answer as EngineRequests[Method]['answer']);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
        progress: (progress) => onProgress?.(progress as EngineRequests[Method]['progress']),
      });
      this.post({ type: 'ask', id, method, request } as ToWorker);
    });
  }

  /** Starts the worker ahead of the first question, while the user is still pointing. */
  warmUp(): void {
    this.worker ??= this.start();
  }

  /** At once, whatever it is doing; what was asked and is not answered is cancelled. */
  stop(): void {
    this.end(cancelled);
  }

  private post(message: ToWorker): void {
    this.worker ??= this.start();
    this.worker.postMessage(message);
  }

  private start(): EngineWorker {
    const worker = this.startWorker();
    worker.onmessage = ({ data }) => this.receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.end(lost);
    };
    return worker;
  }

  private receive(message: FromWorker): void {
    const waiting = this.waiting.get(message.id);
    if (waiting === undefined) return;
    if (message.type === 'progress') {
      waiting.progress(message.progress);
      return;
    }
    this.waiting.delete(message.id);
    if (message.type === 'answer') waiting.resolve(message.answer);
    else waiting.reject(new EngineError(message.what, message.advice));
  }

  private end(error: () => Error): void {
    this.worker?.terminate();
    this.worker = undefined;
    const unanswered = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of unanswered) reject(error());
  }
}

/** The worker died, usually for want of memory. The next question starts a new one; what is stored is not touched. */
function lost(): EngineError {
  return new EngineError(
    'The engine stopped in the middle of its work, probably for want of memory.',
    'Nothing stored was changed. Reload the page and try again, with fewer or smaller files at once.',
  );
}

export function cancelled(): DOMException {
  return new DOMException('Cancelled', 'AbortError');
}

export function startEngineWorker(): EngineWorker {
  return new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
}

export const engine = new Engine(startEngineWorker);
