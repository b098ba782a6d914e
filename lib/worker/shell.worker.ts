import { createShell, type ShellRequests } from './shell';
import type { ToWorker } from './wire';

const handle = createShell((message) => self.postMessage(message));
self.onmessage = ({ data }: MessageEvent<ToWorker<ShellRequests>>) => handle(data);
