import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AgentRun } from '../../agent/host/agent-run';
import { randomFrom } from '../../agent/host/made-up-agent.test-support';
import { RunHost } from '../../agent/host/run-host';
import { surroundings } from '../../agent/host/surroundings';
import type { ChatModel } from '../../agent/journal/chat-model';
import { type Entry, JOURNAL_VERSION, type RunSetup } from '../../agent/journal/entry';
import { homeWritesOf } from '../../agent/project/home-writes';
import { TEAM_ROOT } from '../../agent/tools/memory-files';
import { optional } from '../../base/optional';
import { ok } from '../../base/result';
import { playgroundMemory } from '../../policies/presets/playground-memory';
import type { TeamFault } from '../../team/team-faults';
import { teamInMemory } from '../../team/team-in-memory';
import type { TeamSend } from '../../team/team-line';
import { teamServer } from '../../team/team-server';
import { RunTeam } from './run-team';

const CONFIG = { '.git/config': '[remote "origin"]\n\turl = https://git.example/club/tally.git\n' };
const at = (key: string) => `${TEAM_ROOT}/${key}`;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A run with its team, over a server that others may share. */
class TestMember {
  readonly host: RunHost;
  readonly team: RunTeam;
  /** What the journal would have. */
  stored: Entry[];
  private cutOff: Entry[] = [];
  private answer: (() => void) | undefined;

  constructor(
    send: TeamSend,
    files: Readonly<Record<string, string>> = {},
    given?: readonly Entry[],
    team?: RunSetup['team'],
  ) {
    const setup = {
      version: JOURNAL_VERSION,
      runId: 'run',
      policy: playgroundMemory,
      model: { type: 'scripted' },
      limits: { calls: 50, dollars: 5 },
      files: { ...CONFIG, ...files },
      ...optional('team', team),
    } as const;
    this.stored = [...(given ?? [{ type: 'begun', timeMs: 1, setup } satisfies Entry])];
    const model: ChatModel = {
      ask: async () => {
        await new Promise<void>((resolve) => {
          this.answer = resolve;
        });
        return {
          type: 'answered',
          reply: { blocks: [{ type: 'text', text: 'done' }], stopReason: 'end_turn', timeMs: 1 },
        };
      },
    };
    this.host = new RunHost(
      {
        journal: {
          append: async (place, entry) => {
            this.cutOff = [];
            this.stored.splice(place, this.stored.length, structuredClone(entry));
            return ok(undefined);
          },
          // A longer cut brings back what was cut off.
          cut: async (length) => {
            const all = [...this.stored, ...this.cutOff];
            this.stored = all.slice(0, length);
            this.cutOff = all.slice(length);
            return ok(undefined);
          },
        },
        surroundings,
        model: () => model,
        runTools: async () => ({ results: [], files: [], desk: { todos: [], seen: {} } }),
        nowMs: Date.now,
        onChange: () => this.team?.changed(),
      },
      this.stored,
    );
    this.team = new RunTeam({
      address: 'http://localhost/api/team',
      send: () => send,
      host: this.host,
      isNewSession: given === undefined,
      place: () => 'page',
      nowMs: Date.now,
      onChange: () => undefined,
    });
  }

  async write(key: string, text: string | null): Promise<void> {
    await this.host.enter({ type: 'files', files: [{ path: at(key), text }] });
  }

  read(key: string): string | undefined {
    return this.host.state.workspace.read(at(key));
  }

  /** The model works until it is told to answer. */
  async begins(text: string): Promise<void> {
    void this.host.enter({ type: 'prompt', text });
    await pass(50);
  }

  async answers(): Promise<void> {
    this.answer?.();
    await pass(50);
  }

  async says(text: string): Promise<void> {
    await this.begins(text);
    for (let left = 5; left > 0 && !this.host.isResting; left--) await this.answers();
  }

  get statuses() {
    return this.team.view().requests.map(({ method, status }) => `${method} ${status}`);
  }

  get did() {
    return this.stored.flatMap((entry) => (entry.type === 'team' ? [`${entry.did} ${entry.keys.join(' ')}`] : []));
  }
}

function server(): TeamSend {
  const store = teamInMemory();
  return (request) => teamServer(request, store);
}

async function withOther() {
  const send = server();
  const other = new TestMember(send);
  await other.write('deploy.md', 'On Thursdays.');
  await other.write('MEMORY.md', '- [Deploy](deploy.md) — on Thursdays\n');
  await pass(2_100);
  return { send, other };
}

const RUNS = 60;
const FIRST_SEED = Number(process.env.HIGHWATER_SEED ?? 1);

/** Two runs that write, pull, undo, redo and are opened again, over one server that is out of reach now and then. */
class Schedule {
  private readonly random: () => number;
  private readonly members: TestMember[] = [];
  private texts = 0;
  readonly happened = new Map<string, number>();

  constructor(
    private readonly seed: number,
    private readonly store = teamInMemory(),
  ) {
    this.random = randomFrom(seed);
  }

  async run(): Promise<void> {
    for (const name of ['ada', 'ben']) this.members.push(new TestMember(this.sendOf(name)));
    await pass(10);
    for (let step = 0; step < 14; step++) {
      const place = this.random() < 0.5 ? 0 : 1;
      await this.step(place);
    }
    for (const { stored, host } of this.members) {
      const again = AgentRun.of(stored, surroundings);
      expect(again.run.team.member, `seed ${this.seed}`).toEqual(host.state.run.team.member);
      expect(again.workspace.files(), `seed ${this.seed}`).toEqual(host.state.workspace.files());
    }
  }

  private async step(place: number): Promise<void> {
    const member = this.members[place];
    if (member === undefined) return;
    const name = place === 0 ? 'ada' : 'ben';
    const dice = this.random();
    const key = `${'abc'[Math.floor(this.random() * 3)]}.md`;
    if (dice < 0.35) {
      this.texts += 1;
      await member.write(key, this.random() < 0.15 ? null : `${name} ${this.texts}`);
    } else if (dice < 0.5) await member.says('Go on');
    else if (dice < 0.6) await this.does('pull', () => member.team.driver.pull());
    else if (dice < 0.72 && member.host.canUndo) await this.does('undo', () => member.host.undo());
    else if (dice < 0.8 && member.host.canRedo) await this.does('redo', () => member.host.redo());
    else if (dice < 0.86) {
      member.team.close();
      this.members[place] = await this.does('reload', async () => new TestMember(this.sendOf(name), {}, member.stored));
    } else if (dice < 0.9) await this.does('offline', async () => member.team.driver.meet('offline'));
    else member.team.driver.meet(undefined);
    await pass(this.random() < 0.5 ? 100 : 2_500);
  }

  private sendOf(name: string): TeamSend {
    return async (request) => {
      const body = request.method === 'PUT' ? await request.clone().text() : '';
      const answer = await teamServer(request, this.store);
      if (answer.status !== 200 || body === '') return answer;
      this.happened.set('push', (this.happened.get('push') ?? 0) + 1);
      // What it has not written itself is never sent over what the other has.
      const texts = [...body.matchAll(/"text":"(\w+) /g)].map(([, by]) => by);
      expect(new Set(texts), `seed ${this.seed}`).toEqual(new Set([name]));
      return answer;
    };
  }

  private async does<Value>(what: string, step: () => Promise<Value>): Promise<Value> {
    this.happened.set(what, (this.happened.get(what) ?? 0) + 1);
    return step();
  }
}

it(`[U3] pushes only what it has written itself, whatever is undone, redone or opened again, in ${RUNS} random schedules`, async () => {
  const happened = new Map<string, number>();
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
    const schedule = new Schedule(seed);
    await schedule.run();
    for (const [what, times] of schedule.happened) happened.set(what, (happened.get(what) ?? 0) + times);
  }
  for (const what of ['push', 'pull', 'undo', 'redo', 'reload', 'offline']) {
    expect(happened.get(what) ?? 0, what).toBeGreaterThan(2);
  }
}, 120_000);

describe('the folder of a team in a run', () => {
  it('[U2] is pulled when a session begins, so that it starts with the index, and follows from the entries', async () => {
    const { send } = await withOther();
    const run = new TestMember(send);
    await run.team.ready;
    await pass(10);
    expect(run.read('deploy.md')).toBe('On Thursdays.');
    expect(run.did).toEqual(['pulled MEMORY.md deploy.md']);
    await run.says('Hello');
    expect(JSON.stringify(run.host.state.run.assembly.context)).toContain('on Thursdays');
    const again = AgentRun.of(run.stored, surroundings);
    expect(again.workspace.files()).toEqual(run.host.state.workspace.files());
    expect(again.run.team.member).toEqual(run.host.state.run.team.member);
    const written = run.stored.flatMap((entry, place) => homeWritesOf(entry, 'run', place));
    expect(written.map((each) => ('path' in each ? each.path : ''))).toEqual([at('MEMORY.md'), at('deploy.md')]);
  });

  it('[U3] is known from the session before, so that the first pull brings only what is new', async () => {
    const { send, other } = await withOther();
    const { etag = '', sums } = other.host.state.run.team.member;
    const files = { [at('deploy.md')]: 'On Thursdays.', [at('MEMORY.md')]: other.read('MEMORY.md') ?? '' };
    const same = new TestMember(send, files, undefined, { etag, sums });
    const lacks = new TestMember(send, {}, undefined, { etag, sums });
    await pass(10);
    expect([same.statuses, lacks.statuses]).toEqual([['GET 304'], ['GET 200']]);
    expect([same.did, lacks.read('deploy.md')]).toEqual([[], 'On Thursdays.']);
    await other.write('deploy.md', 'On Fridays.');
    await pass(2_100);
    const later = new TestMember(send, files, undefined, { etag, sums });
    await pass(10);
    expect([later.statuses, later.read('deploy.md')]).toEqual([['GET 200'], 'On Fridays.']);
    await same.write('new.md', 'one');
    await pass(2_100);
    expect(same.statuses.slice(1)).toEqual(['PUT 412', 'PUT 200']);
  });

  it('[U2] is pushed 2 s after the last change, and not asked for after a reload', async () => {
    const send = server();
    const run = new TestMember(send);
    await pass(10);
    await run.write('a.md', 'one');
    await pass(1_900);
    await run.write('b.md', 'two');
    await pass(1_900);
    expect(run.statuses).toEqual(['GET 200']);
    expect(run.team.view().state).toBe('waiting');
    await pass(200);
    expect(run.statuses).toEqual(['GET 200', 'PUT 200']);
    expect(run.did).toEqual(['pushed a.md b.md']);
    await pass(10_000);
    const again = new TestMember(send, {}, run.stored);
    await pass(10_000);
    expect(again.statuses).toEqual([]);
    await again.write('a.md', 'one more');
    await pass(2_100);
    expect(again.statuses).toEqual(['PUT 200']);
  });

  it('[U2] is not there without a remote repository, and begins once one is named', async () => {
    const { send } = await withOther();
    const run = new TestMember(send, { '.git/config': '' });
    await pass(3_000);
    expect([run.team.view().team, run.statuses]).toEqual([undefined, []]);
    await run.host.enter({ type: 'files', files: [{ path: '.git/config', text: CONFIG['.git/config'] }] });
    await pass(50);
    expect(run.read('deploy.md')).toBe('On Thursdays.');
  });

  it('[U3] an undone pull is not pushed back over what the team has, and a redo brings it again', async () => {
    const { send, other } = await withOther();
    const run = new TestMember(send);
    await pass(10);
    await run.says('Hello');
    await other.write('deploy.md', 'On Fridays.');
    await pass(2_100);
    await run.team.driver.pull();
    await pass(10);
    expect(run.read('deploy.md')).toBe('On Fridays.');
    await run.host.undo();
    await pass(5_000);
    expect(run.read('deploy.md')).toBe('On Thursdays.');
    expect(run.statuses.filter((each) => each.startsWith('PUT'))).toEqual([]);
    await run.host.redo();
    await pass(5_000);
    expect(run.read('deploy.md')).toBe('On Fridays.');
    expect(run.statuses.filter((each) => each.startsWith('PUT'))).toEqual([]);
  });

  it('[U3] what was pulled while the agent works waits for it, and the text from before is not pushed over it', async () => {
    const { send, other } = await withOther();
    const run = new TestMember(send);
    await pass(10);
    await run.begins('Work');
    await other.write('deploy.md', 'On Fridays.');
    await pass(2_100);
    await run.team.driver.pull();
    await run.team.driver.push();
    expect(run.read('deploy.md')).toBe('On Thursdays.');
    await pass(10_000);
    expect(run.statuses.filter((each) => each.startsWith('PUT'))).toEqual([]);
    for (let left = 5; left > 0; left--) await run.answers();
    expect(run.read('deploy.md')).toBe('On Fridays.');
    expect(other.read('deploy.md')).toBe('On Fridays.');
  });

  it('[U3] a refusal is remembered over a reload, until a file is deleted', async () => {
    const send = server();
    const run = new TestMember(send);
    await pass(10);
    const fault: TeamFault = '413';
    await run.write('a.md', 'one');
    run.team.driver.meet(fault);
    await pass(2_100);
    expect(run.statuses).toEqual(['GET 200', 'PUT 413']);
    const again = new TestMember(send, {}, run.stored);
    await again.write('b.md', 'two');
    await pass(5_000);
    expect(again.statuses).toEqual([]);
    expect(again.team.view().blocked?.status).toBe(413);
    await again.write('b.md', null);
    await pass(2_100);
    expect(again.did.at(-1)).toBe('pushed a.md');
  });

  it('[U3] is pushed once the server can be reached again', async () => {
    const run = new TestMember(server());
    await pass(10);
    run.team.driver.meet('offline');
    await run.write('a.md', 'one');
    await pass(5_000);
    expect(run.statuses.at(-1)).toBe('PUT offline');
    expect(run.team.view().problem?.what).toContain('cannot be reached');
    run.team.driver.meet(undefined);
    await pass(2_100);
    expect(run.did).toEqual(['pushed a.md']);
  });

  it('[U4] a file with a secret stays here, with the name of the rule', async () => {
    const run = new TestMember(server());
    await pass(10);
    const secret = ['sk-ant-api03', 'Zx9'.repeat(30)].join('-');
    await run.write('key.md', `The key is ${secret}`);
    await run.write('a.md', 'one');
    await pass(2_100);
    expect(run.did).toEqual(['pushed a.md']);
    expect(run.team.view().files).toContainEqual(
      expect.objectContaining({ key: 'key.md', state: 'left', why: expect.stringContaining('“anthropic key”') }),
    );
  });

  it('[U5] a pull that the files of the run have no room for leaves out what does not fit', async () => {
    const { send } = await withOther();
    // The limit of a workspace.
    const large = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`${n}.txt`, 'x'.repeat(950_000)]));
    const rest = { 'rest.txt': 'x'.repeat(49_950) };
    const run = new TestMember(send, { ...large, ...rest });
    await pass(50);
    const pulled = run.stored.find((entry) => entry.type === 'team');
    expect(pulled).toMatchObject({
      keys: [],
      left: [{ key: 'MEMORY.md' }, { key: 'deploy.md', why: expect.stringContaining('limited to') }],
    });
    await pass(5_000);
    expect(run.statuses).toEqual(['GET 200']);
  });
});
