import { Refusal } from '../../base/failure';
import { type AskedWorker, WorkerClient } from '../wire/worker-client';
import type { AgentRequests } from './agent-messages';

function startAgentWorker(): AskedWorker<AgentRequests> {
  return new Worker(new URL('./agent.worker.ts', import.meta.url), { type: 'module' });
}

export const agent = new WorkerClient<AgentRequests>(
  startAgentWorker,
  () =>
    new Refusal(
      'The agent stopped unexpectedly, probably out of memory.',
      'All completed steps are saved. Reopen the run to continue.',
    ),
);
