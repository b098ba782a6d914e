import { beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../agent/host/made-up-agent.test-support';
import { surroundings } from '../../agent/host/surroundings';
import { homeFolder } from '../../agent/project/home-folder';
import type { HomeRecord } from '../../agent/project/home-record';
import { LOCK_PATH } from '../../agent/run/live-dreams';
import { scriptedModel } from '../../agent/scripted/scripted-model';
import { MEMORY_ROOT } from '../../agent/tools/memory-files';
import { runTools } from '../../agent/tools/run-tools';
import { shellHere } from '../../agent/tools/shell';
import { writeMemory } from '../../memory/files/memory-file';
import { none } from '../../policies/presets/none';
import { policyLayers } from '../../policies/shape/policy-layer';
import { Browser, Tab } from './two-tabs.test-support';

const NEVER = new AbortController().signal;

function policyOf(settings: object) {
  return { ...none, layers: policyLayers({ dreaming: settings }) };
}

const memory = (name: string, body: string) =>
  [`${MEMORY_ROOT}/${name}.md`, writeMemory({ name, description: body, type: 'feedback', body })] as const;
const files = Object.fromEntries([
  memory('feedback-a', 'Keep answers short.'),
  memory('feedback-b', 'Keep your answers short.'),
  memory('feedback-c', 'Never commit without asking me first.'),
  ['a.txt', 'one'],
]);

function tabIn(browser: Browser, settings: object): Tab {
  const model = scriptedModel({ pace: () => ({ firstWordMs: 0, perWordMs: 0 }), nowMs: () => 0 });
  return new Tab(browser, {
    policy: policyOf(settings),
    model,
    runTools: (calls, desk, signal) => runTools(calls, desk, signal, () => 0),
    dreams: true,
    surroundings,
  });
}

/** Until nothing is done any more. */
async function rested(browser: Browser, ...tabs: readonly Tab[]): Promise<void> {
  await browser.during(
    (async () => {
      for (let quiet = 0; quiet < 20; ) {
        await new Promise((resolve) => setImmediate(resolve));
        const isBusy = tabs.some(({ host }) => host?.state.run.open.some((id) => host.isUnderWay(id)) === true);
        quiet = isBusy ? 0 : quiet + 1;
      }
    })(),
  );
}

const writesOf = (book: readonly (HomeRecord | undefined)[]) =>
  book.flatMap((record) =>
    record?.type === 'written' && record.by.task?.startsWith('dream') === true && record.path !== LOCK_PATH
      ? [record.by.run]
      : [],
  );
const statesOf = ({ host }: Tab) => host?.state.run.memory.dreams.all.map(({ state }) => state) ?? [];
const say = (tab: Tab) => tab.host?.enter({ type: 'prompt', text: 'Thanks.' }) ?? Promise.resolve();

beforeAll(async () => {
  const clock = { nowMs: 0, modifiedMs: {} };
  await shellHere.run('rg', { 'a.txt': 'a' }, { timeLimitMs: 60_000, clock, signal: NEVER, args: ['--files'] });
});

/** Two sessions of one project in two tabs, whose dreams start at the same time. */
async function bothDream(seed: number, settings: object) {
  const browser = new Browser(randomFrom(seed));
  const [one, two] = [tabIn(browser, settings), tabIn(browser, settings)];
  await browser.during(one.begin(files));
  await browser.during(two.next(one.id));
  await browser.during(Promise.all([say(one), say(two)]));
  await rested(browser, one, two);
  return { browser, one, two };
}

describe('two tabs of one project', () => {
  const RUNS = process.env.HIGHWATER_LONG === '1' ? 500 : 60;

  it('[D2] have one dream, in whatever order they look and write', async () => {
    const closedBy = new Map<string, number>();
    for (let seed = 1; seed <= RUNS; seed++) {
      const { browser, one, two } = await bothDream(seed, { sessions: 0 });
      const states = [...statesOf(one), ...statesOf(two)].sort();
      expect(states, `seed ${seed}`).toEqual(['closed', 'completed']);
      const book = await browser.book();
      expect(new Set(writesOf(book)).size, `seed ${seed}`).toBe(1);
      const lock = homeFolder(book).get(LOCK_PATH);
      expect(lock?.text.trim(), `seed ${seed}`).toBe('');
      for (const { host } of [one, two]) {
        for (const dream of host?.state.run.memory.dreams.all ?? []) {
          const gate = dream.gates.find(({ state }) => state === 'closed');
          if (gate !== undefined) closedBy.set(gate.id, (closedBy.get(gate.id) ?? 0) + 1);
        }
      }
    }
    console.info(`[D2] ${RUNS} runs of two tabs: the second was stopped by ${JSON.stringify([...closedBy])}`);
    expect(closedBy.get('lock')).toBeGreaterThan(0);
  }, 120_000);

  it('[D2] a tab that dies in its dream leaves a lock that is stale after an hour, and then another may dream', async () => {
    const browser = new Browser(randomFrom(7));
    const [one, two] = [
      tabIn(browser, { sessions: 0, hoursBetween: 0 }),
      tabIn(browser, { sessions: 0, hoursBetween: 0 }),
    ];
    await browser.during(one.begin(files));
    const first = one.id;
    await browser.during(
      one.does(async () => {
        await say(one);
        for (;;) {
          await new Promise((resolve) => setImmediate(resolve));
          if (one.host?.state.run.memory.dreams.all[0]?.task !== undefined) break;
        }
      }),
    );
    one.die();
    expect(homeFolder(await browser.book()).get(LOCK_PATH)?.text).toBe('session-1');
    await browser.during(two.next(first));
    await browser.during(say(two));
    await rested(browser, two);
    expect(two.host?.state.run.memory.dreams.all[0]?.gates.at(-1)).toMatchObject({
      state: 'closed',
      holder: 'session-1',
    });
    await browser.during(two.host?.enter({ type: 'waited', ms: 61 * 60_000 }) ?? Promise.resolve());
    await browser.during(say(two));
    await rested(browser, two);
    expect(statesOf(two)).toEqual(['closed', 'completed']);
  }, 60_000);

  it('[D1] a dream takes up what other sessions have remembered meanwhile', async () => {
    const { browser, one, two } = await bothDream(3, { sessions: 1_000 });
    expect([...statesOf(one), ...statesOf(two)]).toEqual(['closed', 'closed']);
    const [path, text] = memory('feedback-d', 'Always answer in British English.');
    await browser.during(two.host?.enter({ type: 'files', files: [{ path, text }] }) ?? Promise.resolve());
    await browser.during(one.host?.enter({ type: 'dream' }) ?? Promise.resolve());
    await rested(browser, one, two);
    expect(statesOf(one)).toEqual(['closed', 'completed']);
    const home = homeFolder(await browser.book());
    expect(home.get(path)?.text).toBe(text);
    expect(home.get(`${MEMORY_ROOT}/MEMORY.md`)?.text).toContain('feedback-d.md');
  });
});
