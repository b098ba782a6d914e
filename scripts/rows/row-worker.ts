import { parentPort } from 'node:worker_threads';
import type { ThreadWork } from './row-pool';
import { runJob } from './run-job';

parentPort?.on('message', async ({ job, request }: ThreadWork) => {
  parentPort?.postMessage(await runJob(job, request));
});
