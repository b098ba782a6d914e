import { parentPort } from 'node:worker_threads';
import type { ThreadWork } from './row-pool';
import { runJob } from './run-job';

// The next job comes before this one is done.
let done = Promise.resolve();
parentPort?.on('message', ({ job, request }: ThreadWork) => {
  done = done.then(async () => parentPort?.postMessage(await runJob(job, request)));
});
