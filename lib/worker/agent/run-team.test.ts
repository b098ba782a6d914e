import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AgentRun } from '../../agent/host/agent-run';
import { RunHost } from '../../agent/host/run-host';
import { surroundings } from '../../agent/host/surroundings';
import type { ChatModel } from '../../agent/journal/chat-model';
import { type Entry, JOURNAL_VERSION } from '../../agent/journal/entry';
import { homeWritesOf } from '../../agent/project/home-writes';
import { TEAM_ROOT } from '../../agent/tools/memory-files';
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
  private answer: (() => void) | undefined;

  constructor(send: TeamSend, files: Readonly<Record<string, string>> = {}, given?: readonly Entry[]) {
    const setup = {
      version: JOURNAL_VERSION,
      runId: 'run',
      policy: playgroundMemory,
      model: { type: 'scripted' },
      limits: { calls: 50, dollars: 5 },
      files: { ...CONFIG, ...files },
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
            this.stored.splice(place, this.stored.length, structuredClone(entry));
            return ok(undefined);
          },
          cut: async () => ok(undefined),
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
