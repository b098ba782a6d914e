import { parentPort, workerData } from 'node:worker_threads';
import { doWork, type SharedWork } from './shared-work';

const work: SharedWork = workerData;
await doWork(work, (done) => parentPort?.postMessage(done));
