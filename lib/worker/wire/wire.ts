import type { Failure } from '../../base/failure';
/** The requests that a worker accepts, by name. Every request is answered once, in any order. */
export type Questions<All> = {
  readonly [Method in keyof All]: { readonly request: unknown; readonly progress: unknown; readonly answer: unknown };
};

/** A message in transit. `id` links a request and its answer. */
export type ToWorker<All extends Questions<All>> = Asked<All> | { readonly type: 'cancel'; readonly id: number };

export type Asked<All extends Questions<All>> = {
  readonly [Method in keyof All]: {
    readonly type: 'ask';
    readonly id: number;
    readonly method: Method;
    readonly request: All[Method]['request'];
    /** From the beginning: what is answered is what would come of it then. */
    readonly isAborted?: boolean;
  };
}[keyof All];

export type FromWorker<All extends Questions<All>> =
  | { readonly type: 'progress'; readonly id: number; readonly progress: All[keyof All]['progress'] }
  | { readonly type: 'answer'; readonly id: number; readonly answer: All[keyof All]['answer'] }
  | ({ readonly type: 'failed'; readonly id: number } & Failure);
