import { createEngine } from './engine';
import type { ToWorker } from './messages';

const handle = createEngine((message, transfer) => self.postMessage(message, { transfer }));
self.onmessage = ({ data }: MessageEvent<ToWorker>) => handle(data);
