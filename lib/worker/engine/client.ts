import { Refusal } from '../../base/failure';
import { type AskedWorker, WorkerClient } from '../wire/worker-client';
import type { EngineRequests } from './messages';

export type { AskOptions } from '../wire/worker-client';

export type EngineWorker = AskedWorker<EngineRequests>;

export class Engine extends WorkerClient<EngineRequests> {
  constructor(startWorker: () => EngineWorker) {
    super(startWorker, lost);
  }
}

function lost(): Refusal {
  return new Refusal(
    'The engine stopped unexpectedly, probably out of memory.',
    'Nothing stored was changed. Reload the page and try again, with fewer or smaller files at once.',
  );
}

export function startEngineWorker(): EngineWorker {
  return new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
}

export const engine = new Engine(startEngineWorker);
