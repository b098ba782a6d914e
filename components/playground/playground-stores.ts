import { apiKey } from '@/components/api/api-stores';
import { loadEngine, offerUndo, preferences, sessionList } from '@/components/shell/stores';
import { sampleWorkspace } from '@/lib/agent/tools/sample-workspace';
import type { Failure } from '@/lib/base/failure';
import { fail, ok, type Result } from '@/lib/base/result';
import { createAbStore } from '@/lib/state/ab/ab-store';
import { createPlayground } from '@/lib/state/playground/playground';
import { saveRun } from '@/lib/state/playground/saved-run';
import { browserRunStore, sweepBrowserRuns } from '@/lib/storage/browser-run-stores';

/** The agent, its tools and its shell are large, and the first page needs none of them. */
const loadAgent = async () => (await import('@/lib/worker/agent/agent-client')).agent;

const runs = browserRunStore();

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

export const playground = createPlayground({
  loadAgent,
  runs,
  sweep: sweepBrowserRuns,
  sampleFiles,
  key: () => apiKey.getState().key,
  saveSession: (run, transcript) =>
    saveRun(
      {
        loadEngine,
        maskSecrets: () => preferences.getState().maskSecrets,
        keep: (meta, body) => sessionList.getState().keep(meta, body),
        nowMs: Date.now,
      },
      run,
      transcript,
    ),
  nowMs: Date.now,
  onRemoved: offerUndo,
});

export const abRun = createAbStore({ loadAgent, sampleFiles });

apiKey.subscribe(({ key }, before) => {
  if (key !== before.key) playground.getState().keyChanged();
});

async function readSampleFile(path: string): Promise<string> {
  const response = await fetch(`/workspace/${path.split('/').map(encodeURIComponent).join('/')}`);
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  return response.text();
}
