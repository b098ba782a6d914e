import { cancelled, Refusal } from '../../base/failure';
import type { FromWorker, Questions, ToWorker } from './wire';

export interface AskOptions<Progress> {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Aborted, it is still answered: with what had come by then. Only for questions that say so. */
  readonly wantsPartial?: boolean;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
  progress(progress: unknown): void;
}

/** The part of `Worker` that is needed here. */
export interface AskedWorker<All extends Questions<All>> {
  onmessage: ((event: MessageEvent<FromWorker<All>>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToWorker<All>): void;
  terminate(): void;
}

/** The page's side of a worker that answers requests. Started with the first of them. */
export class WorkerClient<All extends Questions<All>> {
  private worker: AskedWorker<All> | undefined;
  private lastId = 0;
  private readonly waiting = new Map<number, Waiting>();

  constructor(
    private readonly startWorker: () => AskedWorker<All>,
    /** The worker died, usually out of memory. The next request starts a new one. */
    private readonly lost: () => Refusal,
  ) {}

  ask<Method extends keyof All>(
    method: Method,
    request: All[Method]['request'],
    options: AskOptions<All[Method]['progress']> = {},
  ): Promise<All[Method]['answer']> {
    const { signal, onProgress, wantsPartial = false } = options;
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      const isAborted = signal?.aborted === true;
      if (isAborted && !wantsPartial) {
        reject(cancelled());
        return;
      }
      const cancel = () => {
        this.post({ type: 'cancel', id });
        if (wantsPartial) return;
        this.waiting.delete(id);
        reject(cancelled());
      };
      signal?.addEventListener('abort', cancel, { once: true });
      const settle = () => signal?.removeEventListener('abort', cancel);
      this.waiting.set(id, {
        resolve: (answer) => {
          settle();
          resolve(answer as All[Method]['answer']);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
        progress: (progress) => onProgress?.(progress as All[Method]['progress']),
      });
      this.post({ type: 'ask', id, method, request, isAborted } as ToWorker<All>);
    });
  }

  /** Starts the worker before the first request, while the user is still pointing. */
  warmUp(): void {
    this.worker ??= this.start();
  }

  /** Immediately, whatever it is doing; unanswered requests are cancelled. */
  stop(): void {
    this.end(cancelled);
  }

  private post(message: ToWorker<All>): void {
    this.worker ??= this.start();
    this.worker.postMessage(message);
  }

  private start(): AskedWorker<All> {
    const worker = this.startWorker();
    worker.onmessage = ({ data }) => this.receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.end(this.lost);
    };
    return worker;
  }

  private receive(message: FromWorker<All>): void {
    const waiting = this.waiting.get(message.id);
    if (waiting === undefined) return;
    if (message.type === 'progress') {
      waiting.progress(message.progress);
      return;
    }
    this.waiting.delete(message.id);
    if (message.type === 'answer') waiting.resolve(message.answer);
    else waiting.reject(new Refusal(message.what, message.advice));
  }

  private end(error: () => Error): void {
    this.worker?.terminate();
    this.worker = undefined;
    const unanswered = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of unanswered) reject(error());
  }
}
