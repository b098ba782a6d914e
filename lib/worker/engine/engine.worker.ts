import { modelAsker, proxyAddresses } from '../../api/asker/model-asker';
import { createEngine } from './engine';
import type { ToWorker } from './messages';

const handle = createEngine(
  (message, transfer) => self.postMessage(message, { transfer }),
  modelAsker(proxyAddresses(self.location.origin)),
);
self.onmessage = ({ data }: MessageEvent<ToWorker>) => handle(data);
