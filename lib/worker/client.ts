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

class Engine {
  private worker: Worker | undefined;
  private lastId = 0;
  private readonly waiting = new Map<number, Waiting>();

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
        reject(new DOMException('Cancelled', 'AbortError'));
        return;
      }
      const cancel = () => {
        this.post({ type: 'cancel', id });
        this.waiting.delete(id);
        reject(new DOMException('Cancelled', 'AbortError'));
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

  private post(message: ToWorker): void {
    this.worker ??= this.start();
    this.worker.postMessage(message);
  }

  private start(): Worker {
    const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.lose(worker);
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

  /** The worker died, usually for want of memory. The next question starts a new one; what is stored is not touched. */
  private lose(worker: Worker): void {
    worker.terminate();
    this.worker = undefined;
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of lost) {
      reject(
        new EngineError(
          'The engine stopped in the middle of its work, probably for want of memory.',
          'Nothing stored was changed. Reload the page and try again, with fewer or smaller files at once.',
        ),
      );
    }
  }
}

export const engine = new Engine();
