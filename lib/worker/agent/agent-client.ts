import { type AskedWorker, WorkerClient, WorkerFailure } from '../wire/worker-client';
import type { AgentRequests } from './agent-messages';

function startAgentWorker(): AskedWorker<AgentRequests> {
  return new Worker(new URL('./agent.worker.ts', import.meta.url), { type: 'module' });
}

export const agent = new WorkerClient<AgentRequests>(
  startAgentWorker,
  () =>
    new WorkerFailure(
      'The agent stopped unexpectedly, probably out of memory.',
      'All completed steps are saved. Reopen the run to continue.',
    ),
);
