import { apiAccess, apiKeys, currentKeys } from '@/components/api/api-stores';
import { loadEngine, offerUndo, preferences, sessionList } from '@/components/shell/stores';
import { sampleWorkspace } from '@/lib/agent/tools/sample-workspace';
import { providersOf, UNKNOWN_PROVIDERS } from '@/lib/agent/view/who-answers';
import type { Failure } from '@/lib/base/failure';
import { optional } from '@/lib/base/optional';
import { fail, ok, type Result } from '@/lib/base/result';
import { createAbLosses } from '@/lib/state/ab/ab-losses';
import { createAbStore, type EndedSide } from '@/lib/state/ab/ab-store';
import { keptSetup } from '@/lib/state/playground/kept-setup';
import { createPlayground } from '@/lib/state/playground/playground';
import { type RunToSave, saveRun } from '@/lib/state/playground/saved-run';
import { createStoryPlay } from '@/lib/state/playground/story-play';
import { keptTeammateForm } from '@/lib/state/playground/team/kept-teammate';
import { createTeammate } from '@/lib/state/playground/team/teammate';
import { browserGroupStore } from '@/lib/storage/browser-group-store';
import { browserProjectStore, browserTeamShelf } from '@/lib/storage/browser-project-stores';
import { browserRunStore, sweepBrowserRuns } from '@/lib/storage/browser-run-stores';
import { keptText } from '@/lib/storage/kept-text';
import type { TeamPlace } from '@/lib/team/team-driver';

/** The agent, its tools and its shell are large, and the first page needs none of them. */
const loadAgent = async () => (await import('@/lib/worker/agent/agent-client')).agent;

const runs = browserRunStore();
/** Where the server sends paid calls. */
let providers = UNKNOWN_PROVIDERS;

/** The repository that the agent works on, if no other is chosen. */
const sampleFiles = async (): Promise<Result<Readonly<Record<string, string>>, Failure>> => {
  try {
    return ok(await sampleWorkspace(readSampleFile));
  } catch (error) {
    return fail({
      what: `Could not open the sample repository: ${error instanceof Error ? error.message : String(error)}.`,
      advice: 'Check that the Highwater server is still running, then reload.',
    });
  }
};

const saveSession = (run: RunToSave, transcript: Blob) =>
  saveRun(
    {
      loadEngine,
      maskSecrets: () => preferences.getState().maskSecrets,
      keep: (meta, body) => sessionList.getState().keep(meta, body),
      nowMs: Date.now,
    },
    run,
    transcript,
  );

/** In this browser alone, until the shared one is chosen. */
const keptPlace = keptText('highwater.team-server');
const teamPlace = (): TeamPlace => (keptPlace.read() === 'shared' ? 'shared' : 'page');
const teamShelf = browserTeamShelf();

export const playground = createPlayground({
  loadAgent,
  runs,
  projects: browserProjectStore(),
  newId: () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`,
  sweep: sweepBrowserRuns,
  sampleFiles,
  keys: currentKeys,
  providers: () => providers,
  teamPlace,
  setup: keptSetup(keptText('highwater.playground-setup')),
  saveSession,
  nowMs: Date.now,
  onRemoved: offerUndo,
});

export const teammate = createTeammate({
  address: () => `${location.origin}/api/team`,
  // The server is not needed before a team is looked at.
  send: (place) =>
    place === 'shared'
      ? (request, signal) => fetch(request, { signal: signal ?? null })
      : async (request) => (await import('@/lib/team/team-server')).teamServer(request, teamShelf),
  kept: browserGroupStore('highwater-teammates', 'teammate', keptTeammateForm),
  removeTeam: teamShelf.remove,
  place: { read: teamPlace, write: keptPlace.write },
  nowMs: Date.now,
});

export const storyPlay = createStoryPlay(playground, teammate);

export const abRun = createAbStore({ loadAgent, sampleFiles });

export const abLosses = createAbLosses({
  start: async () => {
    const { Engine, startEngineWorker } = await import('@/lib/worker/engine/client');
    return new Engine(startEngineWorker);
  },
});

/** Saves a side as a session, and returns the address of a call of it in Simulate. */
export function saveSide({ title, policy, mode, transcript }: EndedSide, call?: number) {
  return saveSession({ title, policy, earlier: [], mode, ...optional('call', call) }, transcript);
}

apiAccess.subscribe(({ server }) => {
  // What the server said last counts while it cannot be reached.
  if (server === undefined || JSON.stringify(providersOf(server)) === JSON.stringify(providers)) return;
  providers = providersOf(server);
  playground.getState().keyChanged();
});

for (const store of Object.values(apiKeys)) {
  store.subscribe(({ key }, before) => {
    if (key !== before.key) playground.getState().keyChanged();
  });
}

async function readSampleFile(path: string): Promise<string> {
  const response = await fetch(`/workspace/${path.split('/').map(encodeURIComponent).join('/')}`);
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  return response.text();
}
