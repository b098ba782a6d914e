import { parentPort, workerData } from 'node:worker_threads';
import { readSweepCommand } from './sweep';
import { type ThreadWork, workerHere } from './sweep-transcript';

const { transcript, words }: ThreadWork = workerData;
const command = readSweepCommand(words);
if (!command.ok) throw new Error(command.error);
const worker = workerHere(transcript, command.value);
parentPort?.on('message', async (values: readonly number[]) => parentPort?.postMessage(await worker.rows(values)));
