import { describe, expect, it } from 'vitest';
import { decisionsOf, replayOf } from '../run/replayed-run.test-support';
import { runMeter } from '../view/run-meter';
import { AgentRun } from './agent-run';
import { answered, calling, command, contextOf, hooked, hookedRun, prompted, saying } from './hooks-run.test-support';
import { type MemoryRun, settled } from './memory-run.test-support';
import { surroundings } from './surroundings';

const fileOf = ({ host }: MemoryRun, path: string) => host.state.workspace.read(path);
const guard = { type: 'agent', prompt: 'Is a.txt fine?' };
const yes = answered([saying('{"ok": true}')]);
const no = answered([saying('{"ok": false, "reason": "a.txt says one."}')]);
const reads = () => answered([calling('Read', { file_path: 'a.txt' }), calling('Bash', { command: 'rm a.txt' })]);

/** The same entries lead to the same run, and the record of each agent replays alone to the same decisions. */
function expectSame({ host, stored }: MemoryRun): void {
  const { run } = host.state;
  const again = AgentRun.of(structuredClone(stored), surroundings).run;
  expect(again.transcript).toEqual(run.transcript);
  expect(again.hooks.log).toEqual(run.hooks.log);
  for (const each of [run, ...run.agents.all.map((child) => child.run)]) {
    expect(decisionsOf(replayOf(each))).toEqual(decisionsOf(each.result()));
  }
}

/** Resolves once the agent of a hook has been asked, and never answers. */
function silentAgent(more: Partial<Parameters<typeof hookedRun>[0]> = {}) {
  let tell: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const run = hookedRun({
    settings: hooked({ PreToolUse: [guard] }),
    turns: [[calling('Bash', { command: 'echo two > b.txt' })]],
    answer: ({ purpose }) => {
      if (purpose === 'hook') tell();
      return undefined;
    },
    holds: ({ purpose }) => purpose === 'hook',
    ...more,
  });
  return { run, isAsked };
}

describe('[H2] [J2] a hook that is an agent', () => {
  it('is a task: a child of the record with a chat and a bill of its own, that only reads', async () => {
    const usage = { input: 10_000, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 10 };
    const replies = [reads(), no, yes];
    const run = hookedRun({
      settings: hooked({ Stop: [command('echo before >> log.txt'), guard, command('cat log.txt >> seen.txt')] }),
      choice: { type: 'api', id: 'claude-sonnet-5-5', thinks: false, serverClears: false },
      answer: ({ purpose }) => {
        const reply = purpose === 'hook' ? replies.shift() : undefined;
        return reply?.type === 'answered' ? { ...reply, reply: { ...reply.reply, usage } } : reply;
      },
    });
    await prompted(run);
    const { run: live, agentLogs } = run.host.state;
    expect(live.agents.all.map(({ start, state }) => [start.id, start.description, state])).toEqual([
      ['agent-1', 'Hook Stop', 'done'],
      ['agent-2', 'Hook Stop', 'done'],
    ]);
    expect(live.transcript.children).toHaveLength(2);
    expect(agentLogs.get('agent-1')?.items.map(({ type }) => type)).toEqual(['prompt', 'reply', 'reply']);
    expect(contextOf(run)[2]).toMatch(/Hook Stop: a\.txt says one\./);
    const second = JSON.stringify(run.asked.filter(({ purpose }) => purpose === 'hook')[1]?.body.messages);
    expect(second).toMatch(/1\\tone|one/);
    expect(second).toMatch(/Bash is not among the tools/);
    expect([fileOf(run, 'a.txt'), fileOf(run, 'log.txt')]).toEqual(['one\n', 'before\nbefore\n']);
    expect(live.hooks.log.map(({ firing: { kind, exit, task } }) => [kind, exit, task])).toEqual([
      ['command', 0, undefined],
      ['agent', 2, 'agent-1'],
      ['command', 0, undefined],
      ['command', 0, undefined],
      ['agent', 0, 'agent-2'],
      ['command', 0, undefined],
    ]);
    // Three requests of ten thousand tokens, each once.
    expect(live.agents.usages).toHaveLength(3);
    expect([live.hooks.usages, live.agents.all.map(({ dollars }) => dollars > 0.01)]).toEqual([[], [true, true]]);
    const dollars = live.agents.usages.reduce((sum, each) => sum + (each.dollars ?? 0), 0);
    expect(live.spent.dollars).toBeGreaterThanOrEqual(dollars);
    expect(runMeter(live).forkDollars).toBeCloseTo(dollars, 6);
    expect(AgentRun.of(structuredClone(run.stored), surroundings).run.transcript).toEqual(live.transcript);
  });

  it('ended alone, it is a warning and blocks nothing', async () => {
    const { run, isAsked } = silentAgent();
    const done = run.host.enter({ type: 'prompt', text: 'Go' });
    await isAsked;
    expect(run.host.state.run.open).toEqual(['agent-1']);
    await run.host.endTask('agent-1');
    await done;
    await settled(run);
    const [logged] = run.host.state.run.hooks.log;
    expect([logged?.firing.exit, logged?.effect.blocks]).toEqual([1, undefined]);
    expect(logged?.effect.warnings[0]).toMatch(/Stopped by the user/);
    expect([fileOf(run, 'b.txt'), run.host.status.type]).toEqual(['two\n', 'idle']);
    expectSame(run);
  });

  it('goes on after a reload, and what was asked before is not asked again', async () => {
    const settings = hooked({ PreToolUse: [command('echo once >> log.txt'), guard] });
    const { run: first, isAsked } = silentAgent({ settings });
    void first.host.enter({ type: 'prompt', text: 'Go' });
    await isAsked;
    await first.host.halt();
    const second = hookedRun({
      entries: first.stored.slice(0, first.host.state.entries.length),
      answer: ({ purpose }) => (purpose === 'hook' ? no : undefined),
    });
    expect([second.host.status.type, second.host.state.run.open]).toEqual(['resting', ['agent-1']]);
    await second.host.goOn();
    await settled(second);
    expect([fileOf(second, 'b.txt'), fileOf(second, 'log.txt')]).toEqual([undefined, 'once\n']);
    expect(contextOf(second)[2]).toMatch(/A hook blocked this call: a\.txt says one\./);
    expectSame(second);
  });

  it('at its time limit it is a warning, too', async () => {
    const { run } = silentAgent({ settings: hooked({ PreToolUse: [{ ...guard, timeout: 0.2 }] }) });
    await prompted(run);
    const [logged] = run.host.state.run.hooks.log;
    expect([logged?.firing.exit, logged?.effect.warnings]).toEqual([null, ['It was stopped at its time limit.']]);
    expect(fileOf(run, 'b.txt')).toBe('two\n');
    expectSame(run);
  });

  it('answers before a command compacts, without a turn', async () => {
    const long = 'The number of the day is 4711. '.repeat(100);
    const run = hookedRun({
      settings: hooked({ PreCompact: [guard] }),
      turns: [[saying(long)], [saying(long)]],
      answer: ({ purpose }) => (purpose === 'hook' ? no : undefined),
    });
    await prompted(run);
    await prompted(run);
    await run.host.enter({ type: 'command', command: { type: 'compact' } });
    await settled(run);
    expect([run.host.state.run.compactions, run.host.state.run.need.type]).toEqual([0, 'prompt']);
    expect(run.host.state.run.hooks.log[0]?.effect.blocks).toBe('a.txt says one.');
    expectSame(run);
  });

  it('may be that of an agent; who ends that one ends both', async () => {
    const parts = {
      own: { agents: 'in-tool' } as const,
      turns: [[calling('Agent', { description: 'Look', prompt: 'Write b.txt', subagent_type: 'general-purpose' })]],
    };
    const write = () => answered([calling('Bash', { command: 'echo two > b.txt' })]);
    const settings = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [guard] }] } };
    const works = [write(), answered([saying('Not possible.')])];
    const run = hookedRun({
      ...parts,
      settings,
      answer: ({ purpose }) => {
        if (purpose === 'agent') return works.shift();
        return purpose === 'hook' ? no : undefined;
      },
    });
    await prompted(run);
    expect(run.host.state.run.agents.all.map(({ start, state }) => [start.hook?.of, state])).toEqual([
      [undefined, 'done'],
      ['agent-1', 'done'],
    ]);
    expect(fileOf(run, 'b.txt')).toBeUndefined();
    expectSame(run);

    let tell: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const other = hookedRun({
      ...parts,
      settings,
      answer: ({ purpose }) => {
        if (purpose === 'hook') tell();
        return purpose === 'agent' ? write() : undefined;
      },
      holds: ({ purpose }) => purpose === 'hook',
    });
    const done = other.host.enter({ type: 'prompt', text: 'Go' });
    await isAsked;
    await other.host.endTask('agent-1');
    await done;
    await settled(other);
    expect(other.host.state.run.agents.all.map(({ state }) => state)).toEqual(['stopped', 'stopped']);
    expect([fileOf(other, 'b.txt'), other.host.status.type]).toEqual([undefined, 'idle']);
    expectSame(other);
  });

  it('tried on, it leaves nothing behind', async () => {
    const run = hookedRun({
      settings: hooked({ Stop: [guard] }),
      answer: ({ purpose }) => (purpose === 'hook' ? no : undefined),
    });
    const [hook] = run.host.state.run.hooks.settings.hooks;
    const { firing, isMadeUp } = await run.host.tryHook(hook?.id ?? '', new AbortController().signal);
    expect([firing.exit, firing.kind, isMadeUp]).toEqual([2, 'agent', true]);
    expect([run.host.state.run.agents.all.length, run.stored.length]).toEqual([0, 1]);
  });
});
