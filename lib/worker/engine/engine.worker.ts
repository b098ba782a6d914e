import { batchAsker } from '../../api/asker/batch-asker';
import { modelAsker, proxyAddresses } from '../../api/asker/model-asker';
import { createEngine } from './engine';
import type { ToWorker } from './messages';

const addresses = proxyAddresses(self.location.origin);
const handle = createEngine(
  (message, transfer) => self.postMessage(message, { transfer }),
  modelAsker(addresses),
  batchAsker(addresses),
);
self.onmessage = ({ data }: MessageEvent<ToWorker>) => handle(data);
