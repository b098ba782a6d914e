import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { surroundings } from '../../agent/host/surroundings';
import { scriptedModel } from '../../agent/scripted/scripted-model';
import { UNKNOWN_PROVIDERS } from '../../agent/view/who-answers';
import { optional } from '../../base/optional';
import { ok } from '../../base/result';
import { playground as smallWindow } from '../../policies/presets/playground';
import type { SessionMeta } from '../../storage/session-meta';
import { testAgent, testBrowser } from '../../worker/agent/agent.test-support';
import { Engine } from '../../worker/engine/client';
import { WorkerHere } from '../../worker/engine/engine.test-support';
import { readViewLink } from '../simulate/view-link';
import { keptSetup } from './kept-setup';
import { createPlayground } from './playground';
import { saveRun } from './saved-run';

const ROOT = join(import.meta.dirname, '../../../public/workspace');

function sampleFiles(): Readonly<Record<string, string>> {
  const paths = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((path) => path !== 'index.json');
  const files = paths.filter((path) => statSync(join(ROOT, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

const larger = { ...smallWindow, windowTokens: 30_000 };

it.each([
  ['the same policy', undefined],
  ['the policies that it had', larger],
])('a saved run is a session with the same numbers under %s', { timeout: 300_000 }, async (_, later) => {
  const browser = testBrowser();
  const model = scriptedModel({ pace: () => ({ firstWordMs: 0, perWordMs: 0 }) });
  const agent = testAgent(browser, model, surroundings);
  const engine = new Engine(() => new WorkerHere());
  const kept: { readonly meta: SessionMeta; readonly body: Blob }[] = [];
  const store = createPlayground({
    loadAgent: async () => agent,
    runs: browser.runs,
    projects: browser.projects,
    newId: browser.newId,
    sweep: async () => undefined,
    sampleFiles: async () => ok(sampleFiles()),
    keys: () => ({}),
    providers: () => UNKNOWN_PROVIDERS,
    setup: keptSetup({ read: () => undefined, write: () => undefined }),
    saveSession: (run, transcript) =>
      saveRun(
        {
          loadEngine: async () => engine,
          maskSecrets: () => true,
          keep: async (meta, body) => {
            kept.push({ meta, body });
            return { type: 'stored' };
          },
          nowMs: Date.now,
        },
        run,
        transcript,
      ),
    nowMs: Date.now,
    onRemoved: () => undefined,
  });
  const shown = () => {
    const { open } = store.getState();
    return open.type === 'open' ? open.run : undefined;
  };
  await store.getState().begin({ text: 'Fix the failing test.' });
  if (later !== undefined) {
    await vi.waitFor(() => expect(shown()?.meter.calls).toBeGreaterThan(4), { timeout: 250_000, interval: 1 });
    await store.getState().choosePolicy(later);
  }
  await vi.waitFor(
    () => {
      expect(shown()?.meter.calls).toBeGreaterThan(20);
      expect(shown()?.status.type).toBe('idle');
    },
    { timeout: 250_000, interval: 20 },
  );

  const address = (await store.getState().saveAsSession()) ?? '';
  const [session] = kept;
  if (session === undefined) throw new Error('Nothing was kept');
  expect(session.meta).toMatchObject({ title: 'Fix the failing test.', calls: shown()?.meter.calls });
  const [path, hash = ''] = address.split('#');
  expect(path).toBe(`/simulate?session=${session.meta.id}`);
  const link = readViewLink(hash);
  if (!link.ok || link.value === undefined) throw new Error(`${address} is no link`);

  await engine.ask('open-session', { type: 'stored', body: session.body, child: [] });
  const { policy, replies, earlier } = link.value;
  expect(earlier?.map((each) => each.policy.windowTokens)).toEqual(later && [smallWindow.windowTokens]);
  const answer = await engine.ask('simulate', { policy, replies, ...optional('earlier', earlier) });
  const replayed = answer.type === 'done' ? answer.value : undefined;
  const live = shown()?.simulation;
  expect(replayed?.used).toEqual(live?.used);
  expect(replayed?.steps).toEqual(live?.steps);
  expect(replayed?.changes.map(({ call, layer }) => [call, layer])).toEqual(
    live?.changes.map(({ call, layer }) => [call, layer]),
  );
});
