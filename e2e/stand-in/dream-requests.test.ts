import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RunHost } from '../../lib/agent/host/run-host';
import { TestJournal } from '../../lib/agent/host/run-host.test-support';
import { surroundings } from '../../lib/agent/host/surroundings';
import { JOURNAL_VERSION } from '../../lib/agent/journal/entry';
import { apiModel } from '../../lib/agent/model/api-model';
import { type LiveDream, LOCK_PATH } from '../../lib/agent/run/live-dreams';
import { MEMORY_ROOT } from '../../lib/agent/tools/memory-files';
import { rememberedShell } from '../../lib/agent/tools/remembered-shell.test-support';
import { runTools } from '../../lib/agent/tools/run-tools';
import { modelAsker } from '../../lib/api/asker/model-asker';
import { none } from '../../lib/policies/presets/none';
import { policyLayers } from '../../lib/policies/shape/policy-layer';
import { inputSide } from '../../lib/transcript/usage';
import type { Behaviour } from './behaviour';
import { StandIn } from './stand-in';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await StandIn.start();
});
afterAll(() => standIn.close());

const policy = { ...none, layers: policyLayers({ dreaming: { hoursBetween: 0, sessions: 0 } }) };
const memory = (description: string, words: string) =>
  `---\nname: ${description}\ndescription: ${description}\ntype: project\n---\n${words}\n`;
const LINK = '- [Demo](demo.md) — the demo for the customers\n- [Gone](gone.md) — nobody has it\n';
const files = {
  'README.md': '# Pool\n',
  [`${MEMORY_ROOT}/MEMORY.md`]: LINK,
  [`${MEMORY_ROOT}/demo.md`]: memory('the demo for the customers', 'The demo for the customers is tomorrow.'),
  [`${MEMORY_ROOT}/again.md`]: memory('the demo, again', 'The demo for the customers is tomorrow.'),
};
const LAST_MS = Date.UTC(2026, 1, 1);

let runs = 0;

function dreamer(id: string) {
  runs += 1;
  const key = `stand-in-dream-${runs}`;
  const model = { type: 'api', id, thinks: !id.startsWith('chat/'), serverClears: false } as const;
  const limits = { calls: 1_000, dollars: 1_000 };
  const left = { ...files, [LOCK_PATH]: '' };
  const modified = { [LOCK_PATH]: LAST_MS };
  const setup = { version: JOURNAL_VERSION, runId: key, policy, model, limits, files: left, modified } as const;
  const entries = [{ type: 'begun', timeMs: Date.now(), setup } as const];
  const journal = new TestJournal(entries);
  const api = apiModel(modelAsker(standIn.addresses)(key));
  const states: string[] = [];
  let made: RunHost | undefined;
  const host = new RunHost(
    {
      journal,
      surroundings,
      model: () => api,
      runTools,
      shell: rememberedShell,
      nowMs: Date.now,
      onChange: () => {
        const { state } = made?.state.run.memory.dreams.all[0] ?? {};
        if (state !== undefined && states.at(-1) !== state) states.push(state);
      },
    },
    entries,
  );
  made = host;
  const behave = (...behaviours: readonly Behaviour[]) =>
    standIn.behave(key, behaviours, id.startsWith('chat/') ? '/chat/completions' : undefined);
  const read = (name: string) => host.state.workspace.read(`${MEMORY_ROOT}/${name}`) ?? '';
  const lock = () => ({ text: read('.consolidate-lock'), modifiedMs: host.state.workspace.modifiedMs(LOCK_PATH) });
  const dream = (): LiveDream => {
    const [first] = host.state.run.memory.dreams.all;
    if (first === undefined) throw new Error('There is no dream');
    return first;
  };
  return { host, journal, states, behave, read, lock, dream, seen: () => standIn.seen(key) };
}

type Dreamer = ReturnType<typeof dreamer>;

async function dreamt({ host }: Dreamer): Promise<void> {
  await host.enter({ type: 'dream' });
  await expect.poll(() => host.state.run.memory.open, { timeout: 20_000 }).toEqual([]);
}

const CLAUDE = 'claude-opus-5-5';

describe.each([CLAUDE, 'chat/gpt-5.4-mini'])('a dream over HTTP with %s', (id) => {
  it('[D3] [D4] goes through its phases, and every request of it is accepted', async () => {
    const run = dreamer(id);
    await run.host.enter({ type: 'prompt', text: 'Show README.md' });
    await expect.poll(() => run.host.state.run.memory.open, { timeout: 20_000 }).toEqual([]);
    const { states, seen, read, lock, dream } = run;
    expect(seen().flatMap(({ problem }) => problem ?? [])).toEqual([]);
    expect(states).toEqual(['starting', 'updating', 'completed']);
    const names = dream().task?.steps.flatMap(({ reply }) =>
      reply.blocks.flatMap((block) => (block.type === 'tool-call' ? [block.name] : [])),
    );
    expect(names).toContain('Read');
    expect(names).toContain('Write');
    expect(dream().task?.steps.flatMap(({ results = [] }) => results.filter(({ isError }) => isError))).toEqual([]);
    expect(read('MEMORY.md')).not.toContain('gone.md');
    expect(read('demo.md') + read('again.md')).toMatch(/on \d{4}-\d\d-\d\d/);
    expect([read('demo.md'), read('again.md')]).toContain('');
    expect(lock().text).toBe('');
    expect(lock().modifiedMs).toBeGreaterThan(LAST_MS);
    expect(dream().task?.says).toMatch(/merged 1 memory/);
    expect(run.host.state.run.memory.usages.every(({ dollars = 0 }) => dollars > 0)).toBe(true);
  });

  it('[D2] that fails sets the time of the lock back, and the turns go on', async () => {
    const run = dreamer(id);
    run.behave({ type: 'error', status: 400 });
    await dreamt(run);
    expect(run.dream().state).toBe('failed');
    expect(run.dream().why).toMatch(/credit balance is too low|Invalid request/);
    expect(run.lock()).toEqual({ text: '', modifiedMs: LAST_MS });
    expect(run.read('MEMORY.md')).toBe(LINK);
    await run.host.enter({ type: 'prompt', text: 'Show README.md' });
    expect(run.host.status).toEqual({ type: 'idle' });
  });

  it('[D2] [D4] that is ended in the middle of a reply sets it back, too', async () => {
    const run = dreamer(id);
    run.behave({ type: 'hang' });
    await run.host.enter({ type: 'dream' });
    await expect.poll(() => run.seen().length, { timeout: 20_000 }).toBe(1);
    expect(run.lock()).toMatchObject({ text: 'session-1' });
    await run.host.endTask('dream-1');
    expect(run.dream().state).toBe('ended');
    expect(run.lock()).toEqual({ text: '', modifiedMs: LAST_MS });
    expect(run.journal.types).toMatch(/dream dream-looked dream-wrote dream-looked spent task-ended$/);
  });
});

it('[D4] denies what a dream may not do, and goes on', async () => {
  const run = dreamer(CLAUDE);
  run.behave({ type: 'answer', callsTool: 'Bash', input: { command: `rm ${MEMORY_ROOT}/again.md` } });
  await dreamt(run);
  const [first] = run.dream().task?.steps ?? [];
  expect(first?.results?.map(({ isError }) => isError)).toEqual([true]);
  expect(run.dream().state).toBe('completed');
  expect(run.seen().flatMap(({ problem }) => problem ?? [])).toEqual([]);
});

it('[D3] [E1] reads from the cache what its turn has sent', async () => {
  const run = dreamer(CLAUDE);
  await run.host.enter({ type: 'prompt', text: 'Show README.md' });
  await expect.poll(() => run.host.state.run.memory.open, { timeout: 20_000 }).toEqual([]);
  const [first] = run.dream().task?.steps ?? [];
  const turn = run.host.state.run.calls.at(-1);
  expect(first?.usage.cacheRead).toBe(turn && inputSide(turn.usage));
});
