import type { ToWorker } from '../wire/wire';
import { createShell, type ShellRequests } from './shell';

const handle = createShell((message) => self.postMessage(message));
self.onmessage = ({ data }: MessageEvent<ToWorker<ShellRequests>>) => handle(data);
