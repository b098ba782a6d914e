import { cancelled, Refusal } from '../../base/failure';
import { type Later, later } from './later';
import type { Asked, FromWorker, Questions, ToWorker } from './wire';

export interface AskOptions<Progress> {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Aborted, it is still answered: with what had come by then. Only for questions that say so. */
  readonly wantsPartial?: boolean;
}

interface Waiting<All extends Questions<All>> {
  readonly asked: Asked<All>;
  /** Cancelled: whoever asked has gone on, and the worker has not answered yet. */
  isGivenUp: boolean;
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

/** For a worker that may be ended and started again. */
export interface Restarts<All extends Questions<All>> {
  /** Work that is given up in a moment when it is cancelled, unless the worker hangs. */
  isInterruptible(method: keyof All): boolean;
  /** It costs nothing to ask it twice. While anything else is unanswered, the worker is not ended. */
  isRepeatable(method: keyof All): boolean;
}

/** A worker that does not give up what is cancelled for that long hangs. */
const PATIENCE_MS = 2_000;

/** The page's side of a worker that answers requests. Started with the first of them. */
export class WorkerClient<All extends Questions<All>> {
  private worker: AskedWorker<All> | undefined;
  private lastId = 0;
  private readonly waiting = new Map<number, Waiting<All>>();
  /** What is sent once a new worker is ready for it. */
  private held: ToWorker<All>[] | undefined;
  private isNew = false;

  constructor(
    private readonly startWorker: () => AskedWorker<All>,
    /** The worker died, usually out of memory. The next request starts a new one. */
    private readonly lost: () => Refusal,
    private readonly restarts?: Restarts<All>,
    private readonly wait: Later = later,
  ) {}

  /** Before it is sent. */
  protected noted(_asked: Asked<All>): void {}

  /** What must be asked of a new worker before this: it knows nothing of what its predecessor was told. */
  protected readying(_asked: Asked<All>): Asked<All> | undefined {
    return undefined;
  }

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
        if (this.held?.includes(asked) === true && !wantsPartial) {
          this.held = this.held.filter((message) => message !== asked);
          this.waiting.delete(id);
        } else this.post({ type: 'cancel', id });
        if (wantsPartial) return;
        waiting.isGivenUp = true;
        if (this.restarts?.isInterruptible(method) === true) this.watch(id);
        reject(cancelled());
      };
      signal?.addEventListener('abort', cancel, { once: true });
      const settle = () => signal?.removeEventListener('abort', cancel);
      const asked = { type: 'ask', id, method, request, isAborted } as Asked<All>;
      const waiting: Waiting<All> = {
        asked,
        isGivenUp: false,
        resolve: (answer) => {
          settle();
          resolve(answer as All[Method]['answer']);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
        progress: (progress) => onProgress?.(progress as All[Method]['progress']),
      };
      this.waiting.set(id, waiting);
      this.noted(asked);
      this.post(asked);
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
    if (this.worker === undefined) {
      if (message.type === 'cancel') return;
      this.worker = this.start();
    }
    const { worker, isNew } = this;
    this.isNew = false;
    const readying = isNew && message.type === 'ask' ? this.readying(message) : undefined;
    if (readying !== undefined) this.ready(worker, readying);
    if (this.held !== undefined) this.held.push(message);
    else worker.postMessage(message);
  }

  /** Everything else waits for the answer. */
  private ready(worker: AskedWorker<All>, readying: Asked<All>): void {
    this.lastId += 1;
    const asked = { ...readying, id: this.lastId };
    this.held = [];
    this.waiting.set(asked.id, {
      asked,
      isGivenUp: false,
      resolve: () => {
        const { held = [] } = this;
        this.held = undefined;
        for (const message of held) worker.postMessage(message);
      },
      reject: (error) => this.end(() => error),
      progress: () => undefined,
    });
    worker.postMessage(asked);
  }

  /** Ends the worker if it has not answered by then, and asks a new one for all that is still wanted. */
  private watch(id: number): void {
    this.wait(PATIENCE_MS, () => {
      if (this.waiting.get(id)?.isGivenUp !== true) return;
      const wanted = [...this.waiting.values()].filter(({ isGivenUp }) => !isGivenUp);
      const isRepeatable = wanted.every(({ asked }) => this.restarts?.isRepeatable(asked.method) === true);
      if (this.held !== undefined || !isRepeatable) {
        this.watch(id);
        return;
      }
      this.worker?.terminate();
      this.worker = undefined;
      this.waiting.clear();
      for (const each of wanted) {
        this.waiting.set(each.asked.id, each);
        this.post(each.asked);
      }
    });
  }

  private start(): AskedWorker<All> {
    const worker = this.startWorker();
    this.isNew = true;
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
      if (!waiting.isGivenUp) waiting.progress(message.progress);
      return;
    }
    this.waiting.delete(message.id);
    if (waiting.isGivenUp) return;
    if (message.type === 'answer') waiting.resolve(message.answer);
    else waiting.reject(new Refusal(message.what, message.advice));
  }

  private end(error: () => Error): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.held = undefined;
    const unanswered = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of unanswered) reject(error());
  }
}
