import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RunHost } from '../../lib/agent/host/run-host';
import { TestJournal } from '../../lib/agent/host/run-host.test-support';
import { surroundings } from '../../lib/agent/host/surroundings';
import { JOURNAL_VERSION } from '../../lib/agent/journal/entry';
import { apiModel } from '../../lib/agent/model/api-model';
import { sampleFiles } from '../../lib/agent/scripted/scripted-run.test-support';
import { MEMORY_ROOT } from '../../lib/agent/tools/memory-files';
import { rememberedShell } from '../../lib/agent/tools/remembered-shell.test-support';
import { runTools } from '../../lib/agent/tools/run-tools';
import { modelAsker } from '../../lib/api/asker/model-asker';
import { asArray, asObject, type JsonObject } from '../../lib/base/json';
import { none } from '../../lib/policies/presets/none';
import { playgroundMemory } from '../../lib/policies/presets/playground-memory';
import type { Policy } from '../../lib/policies/shape/policy';
import { policyLayers } from '../../lib/policies/shape/policy-layer';
import { inputSide } from '../../lib/transcript/usage';
import { taskProblem } from './check/check-task';
import { StandIn } from './stand-in';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await StandIn.start();
});
afterAll(() => standIn.close());

const RULE = 'Never push to main yourself, because the release robot deploys whatever lands there.';
const RECALLED = 'Does the release robot deploy a push to main?';
const policy = { ...none, layers: policyLayers({ 'auto-memory': {}, 'memory-recall': { waitMs: 10_000 } }) };
/** With the extraction turned on, whatever else the policy does. */
function remembering(row: Policy['layers'][number]): Policy['layers'][number] {
  return policy.layers.find(({ layer, isOn }) => isOn && layer === row.layer) ?? row;
}

let runs = 0;

/** A run over HTTP with prompts one after another; each extraction ends before the next. */
function ran(id: string, ...prompts: readonly string[]) {
  return ranUnder(policy, { id }, prompts);
}

async function ranUnder(
  policy: Policy,
  choice: { readonly id: string; readonly serverClears?: boolean },
  prompts: readonly string[],
) {
  runs += 1;
  const key = `stand-in-memory-${runs}`;
  const model = { type: 'api', thinks: true, serverClears: false, ...choice } as const;
  const limits = { calls: 1_000, dollars: 1_000 };
  const setup = { version: JOURNAL_VERSION, runId: key, policy, model, limits, files: sampleFiles() } as const;
  const entries = [{ type: 'begun', timeMs: Date.now(), setup } as const];
  const journal = new TestJournal(entries);
  const api = apiModel(modelAsker(standIn.addresses)(key));
  const host = new RunHost(
    {
      journal,
      surroundings,
      model: () => api,
      runTools,
      shell: rememberedShell,
      nowMs: Date.now,
      onChange: () => undefined,
    },
    entries,
  );
  for (const text of prompts) {
    await host.enter({ type: 'prompt', text });
    await expect.poll(() => host.state.run.memory.open, { timeout: 20_000 }).toEqual([]);
  }
  const { run } = host.state;
  return { run, journal, seen: standIn.seen(key), memories: run.files.below(MEMORY_ROOT) };
}

const ANTHROPIC = 'claude-opus-5-5';

describe.each([ANTHROPIC, 'chat/gpt-5.4-mini'])('%s', (id) => {
  it('[A11] [R2] accepts every request of memory, and answers it', async () => {
    const { seen, run, memories, journal } = await ran(id, `Show me src/sort.awk. ${RULE}`, RULE, RECALLED);
    expect(seen.flatMap(({ problem }) => problem ?? [])).toEqual([]);
    expect(run.memory.tasks.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    expect(memories).toHaveLength(2);
    const recalled = journal.entries.filter(({ type }) => type === 'recalled');
    expect(recalled.at(-1)).toMatchObject({ isAnswered: true });
    const [name = ''] = memories
      .map((path) => path.slice(MEMORY_ROOT.length + 1))
      .filter((each) => each !== 'MEMORY.md');
    expect(run.memory.shownSince(run.compactions).shown.has(name)).toBe(true);
  });
});

describe('a task', () => {
  it('[A11] [J3] reads from the cache of the stand-in what its parent sent', async () => {
    const { run } = await ran(ANTHROPIC, 'How many files are there?', `Show me src/sort.awk.`, RULE);
    const { tasks } = run.memory;
    expect(tasks).toHaveLength(3);
    for (const { start, steps } of tasks) {
      const parent = run.calls[start.call];
      const [first, ...others] = steps.map(({ usage }) => usage);
      expect(first?.cacheRead).toBe(parent && inputSide(parent.usage));
      expect(first?.cacheRead).toBeGreaterThan(1_000);
      let before = first;
      for (const usage of others) {
        expect(usage.cacheRead).toBe(before && inputSide(before));
        before = usage;
      }
    }
    expect(tasks.at(-1)?.steps.length).toBeGreaterThan(1);
  });

  it.each([
    ['compacts a small window', playgroundMemory, { id: ANTHROPIC }],
    ['compacts a small window, with another API', playgroundMemory, { id: 'chat/gpt-5.4-mini' }],
    [
      'lets the server clear results',
      { ...policy, layers: [...policyLayers({ 'microcompact-declarative': { triggerToolUses: 6, keep: 2 } })] },
      { id: ANTHROPIC, serverClears: true },
    ],
  ])(
    '[J3] begins with what its parent sent, also in a run that %s',
    async (_, under, choice) => {
      const withMemory = { ...under, layers: under.layers.map(remembering) };
      const work = ['Fix the failing tests.', RULE, 'How many files are there?'];
      const { seen, run } = await ranUnder(withMemory, choice, work);
      expect(seen.flatMap(({ problem }) => problem ?? [])).toEqual([]);
      expect(run.memory.tasks.map(({ state }) => state)).toEqual(work.map(() => 'done'));
      expect(run.calls.length).toBeGreaterThan(30);
      expect(run.result().changes.length).toBeGreaterThan(0);
    },
    120_000,
  );

  it('[J3] is rejected if it does not begin with the bytes of a request of its key', async () => {
    const { seen } = await ran(ANTHROPIC, RULE);
    const bodies = seen.map(({ body }) => body).filter((body) => body !== undefined);
    const task = bodies.find((body) => JSON.stringify(body.messages).includes('You now act as the agent'));
    const before = bodies.filter((body) => body !== task && task !== undefined && body.tools !== undefined);
    const [system] = (asArray(task?.system) ?? []).map(asObject);
    const changed = { ...task, system: [{ ...system, text: 'You help.' }] };
    const [first, ...others] = asArray(task?.messages) ?? [];
    const shortened: JsonObject = { ...task, messages: [{ role: 'user', content: 'Hi.' }, ...others] };
    expect(taskProblem(task ?? {}, before)).toBeUndefined();
    expect(taskProblem(changed, before)).toBe('system: differs from that of the request that the task continues');
    expect(taskProblem({ ...task, tools: [] }, before)).toContain('tools: differs');
    expect(taskProblem(shortened, before)).toContain('does not begin with the messages of an earlier request');
    expect(taskProblem(task ?? {}, [])).toContain('does not begin');
    expect(taskProblem({ ...task, messages: [first ?? null] }, before)).toBeUndefined();
    const key = seen[0]?.key ?? '';
    const sent = await fetch(`${standIn.address}/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key, 'anthropic-version': '2023-06-01' },
      body: JSON.stringify({ ...shortened, stream: false }),
    });
    expect(sent.status).toBe(400);
    expect(await sent.text()).toContain('the task does not begin with the messages of an earlier request');
  });
});
