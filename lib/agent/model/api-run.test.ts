import { afterAll, beforeAll, expect, it } from 'vitest';
import { StandIn } from '../../../e2e/stand-in/stand-in';
import { modelAsker } from '../../api/asker/model-asker';
import { asArray, asCount, asObject, type Json } from '../../base/json';
import { ok } from '../../base/result';
import { none } from '../../policies/presets/none';
import { playground } from '../../policies/presets/playground';
import type { Policy } from '../../policies/shape/policy';
import { policyLayers } from '../../policies/shape/policy-layer';
import { inputSide } from '../../transcript/usage';
import { RunHost } from '../host/run-host';
import { surroundings } from '../host/surroundings';
import { JOURNAL_VERSION, type ModelChoice } from '../journal/entry';
import type { CallUsage } from '../record/live-usage';
import type { LiveConversation } from '../run/live-conversation';
import { sampleFiles } from '../scripted/scripted-run.test-support';
import { rememberedShell } from '../tools/remembered-shell.test-support';
import { runTools } from '../tools/run-tools';
import { apiModel } from './api-model';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await StandIn.start();
});
afterAll(() => standIn.close());

let runs = 0;

/** The sample task, given to a model over HTTP. */
async function finished(
  policy: Policy,
  { key: given, ...more }: Partial<Extract<ModelChoice, { type: 'api' }>> & { readonly key?: string },
  text = 'Fix the failing tests',
) {
  runs += 1;
  const key = given ?? `stand-in-run-${runs}`;
  const model = { type: 'api', id: 'claude-opus-5-5', thinks: false, serverClears: false, ...more } as const;
  const limits = { calls: 300, dollars: 1_000 };
  const setup = { version: JOURNAL_VERSION, runId: key, policy, model, limits, files: sampleFiles() } as const;
  const api = apiModel(modelAsker(standIn.addresses)(key));
  /** Results that we think the server clears, before each turn. */
  const cleared: number[] = [];
  const host = new RunHost(
    {
      journal: { append: async () => ok(undefined), cut: async () => ok(undefined) },
      surroundings,
      model: () => ({
        ask: (request, options) => {
          if (request.purpose === 'turn') cleared.push(clearedParts(host.state.run));
          return api.ask(request, options);
        },
      }),
      runTools,
      shell: rememberedShell,
      nowMs: Date.now,
      onChange: () => undefined,
    },
    [{ type: 'begun', timeMs: Date.now(), setup }],
  );
  await host.enter({ type: 'prompt', text: text });
  expect(host.status).toEqual({ type: 'idle' });
  const { run, entries, log } = host.state;
  const said = JSON.stringify(run.transcript.messages.at(-1)?.parts);
  return { run, entries, items: log.items, cleared, said, seen: standIn.seen(key) };
}

function clearedParts({ context }: LiveConversation): number {
  return context.flatMap(({ parts }) => parts).filter(({ uneditedTokens }) => uneditedTokens !== undefined).length;
}

function clearedIn(edits: Json | undefined): number {
  return asCount(asObject(asArray(edits)?.[0])?.cleared_tool_uses) ?? 0;
}

const clearing: Policy = {
  ...none,
  layers: policyLayers({ 'microcompact-declarative': { triggerToolUses: 12, keep: 4 } }),
};

/** All that a request sent, as the provider counted it. */
const sent = ({ usage }: CallUsage) => inputSide(usage);

it('[E1] fixes the sample with a model over HTTP, and every request reads what the previous one cached', async () => {
  const { run, seen, said } = await finished(none, { thinks: true });
  expect(seen.flatMap(({ problem }) => problem ?? [])).toEqual([]);
  expect(said).toContain('14 passed, 0 failed');
  const { calls } = run;
  expect(calls.length).toBeGreaterThan(30);
  // Further back than twenty blocks nothing is found, and a few replies make many calls at once.
  const misses = calls.filter((call, index) => index > 0 && call.usage.cacheRead !== sent(calls[index - 1] ?? call));
  expect(misses.length).toBeLessThan(4);
});

it('[N3] [E3] notes and summaries read from the cache what the turn before them wrote', async () => {
  const { run, said } = await finished(playground, { thinks: true });
  expect(said).toContain('14 passed, 0 failed');
  expect(run.forks.length).toBeGreaterThan(1);
  for (const { usage, call } of run.forks) {
    const turn = run.calls[call];
    expect(usage?.cacheRead).toBe(turn && sent(turn));
  }
});

it('[M5] the server clears what we predicted', async () => {
  const { run, entries, cleared, said } = await finished(clearing, { serverClears: true });
  expect(said).toContain('14 passed, 0 failed');
  const reported = entries.flatMap((entry) => (entry.type === 'reply' ? [clearedIn(entry.reply.serverEdits)] : []));
  expect(reported).toEqual(cleared);
  expect(Math.max(...reported)).toBeGreaterThan(20);
  expect(run.calls).toHaveLength(reported.length);
});

it('continues after a compaction by the server, and sends its block back', async () => {
  const log = 'make: nothing to be done. '.repeat(7_000);
  const { run, items, seen, said } = await finished(
    none,
    { serverCompactsFrom: 50_000 },
    `Fix the failing tests.\n\n${log}`,
  );
  expect(seen.flatMap(({ problem }) => problem ?? [])).toEqual([]);
  const compacted = run.calls.findIndex(({ usage }) => usage.extraPasses !== undefined);
  expect(compacted).toBeGreaterThan(2);
  expect(run.calls.length).toBeGreaterThan(compacted + 5);
  expect(run.calls.slice(compacted).every((call) => sent(call) < 40_000)).toBe(true);
  const shown = items.flatMap((item) => (item.type === 'reply' ? [item.serverSummary] : []));
  expect(shown.flatMap((summary, call) => (summary === undefined ? [] : [call]))).toEqual([compacted]);
  expect(shown[compacted]).toMatch(/\w{4}/);
  expect(said).toContain('14 passed, 0 failed');
});

it.each(['chat/gpt-5.4-mini', 'chat/models/gemini-3.8-flash', 'free/stand-in-silent:8b', 'chat/stand-in-plain:7b'])(
  'fixes the sample with %s of an OpenAI-compatible server, which accepts every request',
  async (id) => {
    const { run, seen, said } = await finished(playground, { id });
    const last = seen.filter(({ path }) => path.endsWith('/chat/completions'));
    // A server of one's own rejects what it does not know, once: then it is asked without it.
    const rejected = last.flatMap(({ problem }) => problem ?? []);
    const isPlain = id.includes('plain');
    expect(rejected).toEqual(isPlain ? ['Unrecognized request argument supplied: stream_options'] : []);
    expect(last.length).toBeGreaterThan(30);
    expect(said).toContain('14 passed, 0 failed');
    expect(run.forks.length).toBeGreaterThan(1);
    expect(run.calls.length).toBeGreaterThan(30);
  },
);

it('lets a model of an OpenAI-compatible server correct damaged arguments, and call several tools at once', async () => {
  const calls = [
    { name: 'Read', arguments: '{"path": "src/' },
    { name: 'Glob', arguments: '{"pattern": "**/*.js"}' },
  ];
  standIn.behave('stand-in-run-damaged', [{ type: 'answer', text: 'Let me look.', calls }], '/chat/completions');
  const { run, seen, items } = await finished(none, { id: 'chat/gpt-5.4-mini', key: 'stand-in-run-damaged' });
  expect(JSON.stringify(items)).toContain('Read was not run: its input is not an object');
  expect(seen.flatMap(({ problem }) => problem ?? [])).toEqual([]);
  expect(JSON.stringify(seen[1]?.body)).toContain('"tool_call_id"');
  const [first] = run.transcript.messages.filter(({ role }) => role === 'assistant');
  expect(first?.parts.filter(({ kind }) => kind === 'tool-call')).toHaveLength(2);
});
