import { runModels } from '../../agent/host/run-models';
import { surroundings } from '../../agent/host/surroundings';
import { parseEntry } from '../../agent/journal/entry';
import { parseHomeRecord } from '../../agent/project/home-record';
import { runTools } from '../../agent/tools/run-tools';
import { proxyAddresses } from '../../api/asker/model-asker';
import { browserBookStore, browserTeamShelf } from '../../storage/browser-project-stores';
import { browserJournalStore, browserRunStore, lockRun, runChannel, runFreed } from '../../storage/browser-run-stores';
import { teamServer } from '../../team/team-server';
import type { ToWorker } from '../wire/wire';
import { createAgent } from './agent';
import type { AgentRequests } from './agent-messages';
import { shell } from './shell-client';

const shelf = browserTeamShelf();

const handle = createAgent((message, transfer) => self.postMessage(message, { transfer }), {
  surroundings,
  runTools,
  shell,
  models: (parts) => runModels({ addresses: proxyAddresses(self.location.origin), ...parts }),
  journals: browserJournalStore(parseEntry),
  books: browserBookStore(parseHomeRecord),
  runs: browserRunStore(),
  team: {
    address: `${self.location.origin}/api/team`,
    send: (place) =>
      place === 'page'
        ? (request) => teamServer(request, shelf)
        : (request, signal) => fetch(request, { signal: signal ?? null }),
  },
  lock: lockRun,
  freed: runFreed,
  channel: runChannel,
  nowMs: Date.now,
  // Of constant length, because it is part of the paths of stored results, which are counted like all text.
  newId: () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10).padEnd(8, '0')}`,
});
self.onmessage = ({ data }: MessageEvent<ToWorker<AgentRequests>>) => handle(data);
// Otherwise a run that a bug has ended would seem to continue forever.
self.onunhandledrejection = ({ reason }) => self.reportError(reason);
