import { afterAll, beforeAll, expect, it } from 'vitest';
import { StandIn } from '../../../e2e/stand-in/stand-in';
import { modelAsker } from '../../api/asker/model-asker';
import { asArray, asObject, asText } from '../../base/json';
import { ok } from '../../base/result';
import { none } from '../../policies/presets/none';
import type { Policy } from '../../policies/shape/policy';
import { policyLayers } from '../../policies/shape/policy-layer';
import { RunHost } from '../host/run-host';
import { surroundings } from '../host/surroundings';
import { JOURNAL_VERSION, usualSections } from '../journal/entry';
import { apiModel } from '../model/api-model';
import { sampleFiles } from '../scripted/scripted-run.test-support';
import { rememberedShell } from '../tools/remembered-shell.test-support';
import { runTools } from '../tools/run-tools';

/** Of the host and of the provider's cache. */
const clock = { nowMs: Date.UTC(2026, 0, 5, 12) };
let standIn: StandIn;
beforeAll(async () => {
  standIn = await StandIn.start({ nowMs: () => clock.nowMs });
});
afterAll(() => standIn.close());

const TURNS = 200;
const PATIENCE_MS = 300_000;

const compacting: Policy = {
  ...none,
  id: 'compacting',
  windowTokens: 24_000,
  maxOutputTokens: 2_000,
  layers: policyLayers({ 'full-compact': {} }),
};

it.each([none, compacting])(
  '[Y2] [Y3] [E1] in 200 turns under "$id" with edits, a new date and a server, the static bytes never change, and reads are as predicted',
  async (policy) => {
    const key = `stand-in-static-${policy.id}`;
    const model = { type: 'api', id: 'claude-opus-5-5', thinks: false, serverClears: false } as const;
    const limits = { calls: 10_000, dollars: 100_000 };
    const setup = { version: JOURNAL_VERSION, runId: key, policy, model, limits, files: sampleFiles() } as const;
    const api = apiModel(modelAsker(standIn.addresses)(key));
    const host = new RunHost(
      {
        journal: { append: async () => ok(undefined), cut: async () => ok(undefined) },
        surroundings,
        model: () => api,
        runTools,
        shell: rememberedShell,
        nowMs: () => clock.nowMs,
        onChange: () => undefined,
      },
      [{ type: 'begun', timeMs: clock.nowMs, setup }],
    );
    for (let turn = 0; turn < TURNS; turn++) {
      clock.nowMs += 10_000;
      if (turn % 25 === 10) await edit(host, turn % 50 === 10 ? 'AGENTS.md' : 'src/date.awk', turn);
      if (turn % 40 === 20) await host.enter({ type: 'sections', sections: { ...usualSections, hasServer: true } });
      if (turn % 40 === 22) await host.enter({ type: 'sections', sections: usualSections });
      if (turn === 130) clock.nowMs += 24 * 3_600_000;
      await host.enter({ type: 'prompt', text: turn % 5 === 0 ? 'Read src/date.awk' : `Hello for the ${turn}th time` });
      expect(host.status).toEqual({ type: 'idle' });
    }
    const { run } = host.state;
    const seen = standIn.seen(key);
    expect(seen.flatMap(({ problem }) => problem ?? [])).toEqual([]);

    const systems = seen.map(({ body }) => (asArray(asObject(body)?.system) ?? []).map((block) => asObject(block)));
    expect(new Set(systems.map(([first]) => asText(first?.text))).size).toBe(1);
    expect(new Set(systems.map(([, second]) => asText(second?.text))).size).toBeGreaterThan(1);
    expect(run.calls.length).toBeGreaterThan(TURNS);
    expect(run.beginnings.filter(({ because }) => because === 'choice')).toHaveLength(10);
    if (policy !== none) expect(run.beginnings.some(({ because }) => because === 'compaction')).toBe(true);
    expect(run.transcript.messages.filter(({ origin }) => origin?.kind === 'date')).toHaveLength(1);

    // How large the static part is for this model, the first call shows that reads no more.
    const [shows] = run.calls.filter(
      ({ call, usage }) => call > 0 && usage.cacheRead !== 0 && isFallBack(run.calls, call),
    );
    const others = run.calls.filter(({ call }) => call !== shows?.call);
    expect(others.map(({ predictedCacheRead }) => predictedCacheRead)).toEqual(
      others.map(({ usage }) => usage.cacheRead),
    );
    const factor = (shows?.usage.cacheRead ?? 0) / (shows?.predictedCacheRead ?? 0);
    expect(factor).toBeGreaterThan(0.8);
    expect(factor).toBeLessThan(1.25);
  },
  PATIENCE_MS,
);

type Calls = RunHost['state']['run']['calls'];

function isFallBack(calls: Calls, call: number): boolean {
  return (calls[call]?.usage.cacheRead ?? 0) < (calls[call - 1]?.usage.cacheRead ?? 0);
}

function edit(host: RunHost, path: string, turn: number): Promise<void> {
  const text = `${host.state.workspace.read(path) ?? ''}# ${turn}\n`;
  return host.enter({ type: 'files', files: [{ path, text }] });
}
