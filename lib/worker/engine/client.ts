import { Refusal } from '../../base/failure';
import type { Later } from '../wire/later';
import type { Asked } from '../wire/wire';
import { type AskedWorker, type Restarts, WorkerClient } from '../wire/worker-client';
import type { EngineMethod, EngineRequests, OpenRequest } from './messages';

export type { AskOptions } from '../wire/worker-client';

export type EngineWorker = AskedWorker<EngineRequests>;

/** Replays, which are given up between two calls. */
const interruptible: ReadonlySet<EngineMethod> = new Set([
  'simulate',
  'simulated-context',
  'explain-call',
  'lost-at-call',
  'scores-at-call',
  'predict-compactions',
  'project-memory',
  'used-across',
  'memory-plan',
  'compaction-point',
  'compaction-preview',
  'model-error',
  'compare-policy',
  'session-losses',
  'rules-over-session',
  'losses-by-call',
]);

/** Paid for, told to a server, or the work of minutes. */
const onlyOnce: ReadonlySet<EngineMethod> = new Set([
  'import-files',
  'compact',
  'judge-summary',
  'memory-with-model',
  'create-batch',
  'look-at-batch',
  'cancel-batch',
  'batch-results',
]);

/** They need no session that is open. */
const withoutSession: ReadonlySet<EngineMethod> = new Set([
  'import-files',
  'open-session',
  'open-for-sweep',
  'session-rows',
]);

const restarts: Restarts<EngineRequests> = {
  isInterruptible: (method) => interruptible.has(method),
  isRepeatable: (method) => !onlyOnce.has(method),
};

/** A worker that was started again, because it died or hung, has the same session open. */
export class Engine extends WorkerClient<EngineRequests> {
  private session: OpenRequest | undefined;

  constructor(startWorker: () => EngineWorker, wait?: Later) {
    super(startWorker, lost, restarts, wait);
  }

  protected override noted(asked: Asked<EngineRequests>): void {
    if (asked.method === 'open-session' || asked.method === 'open-for-sweep') this.session = asked.request;
    else if (asked.method === 'edit-rules' && this.session !== undefined)
      this.session = { ...this.session, ruleEdits: asked.request.edits };
  }

  protected override readying({ method }: Asked<EngineRequests>): Asked<EngineRequests> | undefined {
    if (this.session === undefined || withoutSession.has(method)) return undefined;
    return { type: 'ask', id: 0, method: 'open-session', request: this.session };
  }
}

function lost(): Refusal {
  return new Refusal(
    'The engine stopped unexpectedly, probably out of memory.',
    'Nothing stored was changed. Try again: it will be started again. If it stops again, choose fewer or smaller files.',
  );
}

export function startEngineWorker(): EngineWorker {
  return new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
}

export const engine = new Engine(startEngineWorker);
