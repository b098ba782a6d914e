import { modelAsker } from '../../api/model-asker';
import { createEngine } from './engine';
import type { ToWorker } from './messages';

const handle = createEngine(
  (message, transfer) => self.postMessage(message, { transfer }),
  modelAsker(`${self.location.origin}/api/anthropic`),
);
self.onmessage = ({ data }: MessageEvent<ToWorker>) => handle(data);
