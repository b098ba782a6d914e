import { createEngine } from './engine';
import type { ToWorker } from './messages';

const handle = createEngine((message) => self.postMessage(message));
self.onmessage = ({ data }: MessageEvent<ToWorker>) => handle(data);
