import { describe, expect, it } from 'vitest';
import { findModel } from '../../../e2e/stand-in/models';
import { PrefixCache } from '../../../e2e/stand-in/prefix-cache';
import { asArray, asObject, asText } from '../../base/json';
import { costOf } from '../../economics/cost';
import { modelFor } from '../../economics/model-table';
import { playground } from '../../policies/presets/playground';
import type { ChatModel, ModelOutcome } from '../journal/chat-model';
import { decisionsOf, replayOf } from '../run/replayed-run.test-support';
import { sampleFiles } from '../scripted/scripted-run.test-support';
import { runMeter } from '../view/run-meter';
import {
  type Answer,
  agent,
  agentsOf,
  delegating,
  happensSoon,
  once,
  own,
  says,
  text,
  tool,
  wordsOf,
} from './delegating.test-support';
import { problemOf } from './made-up-agent.test-support';
import { memoryRun, said, settled } from './memory-run.test-support';

const five = [1, 2, 3, 4, 5].map((each) => agent(`call-${each}`, `Review part ${each} of the change.`));

/** Reads a file first, and then answers. */
const reviews: Answer = (request) =>
  wordsOf(request).includes('forked-agent')
    ? says(tool(`read-${wordsOf(request).match(/part (\d)/)?.[1]}`, 'Read', { file_path: 'README.md' }))
    : says(text('Part reviewed: nothing found.'));

describe('an agent', () => {
  const inBackground = { run_in_background: true };

  it('[O4] in the background holds nothing up, and its parent goes on when it is done', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const turns = [[agent('a', 'Look around.', inBackground)], [text('It looks around.')], [text('It found a pool.')]];
    const model = delegating(turns, async () => {
      await gate;
      return says(text('There is a pool.'));
    });
    const run = memoryRun({ own, model });
    await run.host.enter({ type: 'prompt', text: 'Look around.' });
    expect([run.host.state.run.lastWords, run.host.state.run.open]).toEqual(['It looks around.', ['agent-1']]);
    release();
    await settled(run);
    expect(run.host.state.run.lastWords).toBe('It found a pool.');
    expect(run.stored.map(({ type }) => type)).toContain('woken');
    const told = run.host.state.run.transcript.messages.filter(({ kind }) => kind === 'injected');
    expect(JSON.stringify(told)).toContain('There is a pool.');
    expect(decisionsOf(replayOf(run.host.state.run))).toEqual(decisionsOf(run.host.state.run.result()));
  });

  it('[O4] with a type starts empty, with its own prompt and tools', async () => {
    const turns = [[agent('a', 'Find the pools.', { subagent_type: 'Explore' })], [text('Found.')]];
    const run = memoryRun({ own, model: delegating(turns, () => says(text('src/pool.ts'))) });
    await said(run, 'Find the pools. This is only for you.');
    const [body] = run.asked.flatMap(({ purpose, body: sent }) => (purpose === 'agent' ? [sent] : []));
    expect(JSON.stringify(body)).not.toContain('only for you');
    expect(JSON.stringify(body?.messages)).toContain('Find the pools.');
    const names = (asArray(body?.tools) ?? []).map((each) => asText(asObject(each)?.name));
    expect(names).toEqual(['Read', 'Glob', 'Grep', 'Bash']);
    expect(JSON.stringify(body?.system)).toContain('You find things in code');
    expect(agentsOf(run)[0]?.run.calls).toHaveLength(1);
  });

  it('[O2] only reads if it may only read, whatever it calls', async () => {
    const calls = [
      tool('w', 'Write', { file_path: 'README.md', content: 'gone' }),
      tool('b', 'Bash', { command: 'rm README.md' }),
      tool('r', 'Read', { file_path: 'README.md' }),
    ];
    const ofAgent: Answer = (_, number) => (number === 0 ? says(...calls) : says(text('Done.')));
    const turns = [[agent('a', 'Look.', { subagent_type: 'Explore' })], [text('Done.')]];
    const run = memoryRun({ own, model: delegating(turns, ofAgent) });
    await said(run, 'Look.');
    expect(run.host.state.workspace.read('README.md')).toBe('# Pool\n');
    const results = agentsOf(run)[0]?.transcript.messages.find(({ kind }) => kind === 'tool-results');
    expect(results?.parts.map((part) => part.kind === 'tool-result' && part.isError)).toEqual([true, true, false]);
  });

  it.each([
    ['acceptEdits', [], 'changed'],
    ['dontAsk', [], '# Pool'],
    ['plan', [], '# Pool'],
    ['bypassPermissions', [], 'changed'],
    ['default', ['README.md'], '# Pool'],
  ] as const)('[O2] under the mode %s asks about %j', async (mode, asked, left) => {
    const files = {
      'README.md': '# Pool',
      '.claude/settings.json': JSON.stringify({ permissions: { ask: ['Edit'] } }),
      '.claude/agents/writer.md': `---\nname: writer\ndescription: writes\npermissionMode: ${mode}\n---\nWrite.\n`,
    };
    const ofAgent: Answer = (_, number) => {
      if (number === 0) return says(tool('r', 'Read', { file_path: 'README.md' }));
      if (number === 1) return says(tool('w', 'Write', { file_path: 'README.md', content: 'changed' }));
      return says(text('Done.'));
    };
    const turns = [[agent('a', 'Write.', { subagent_type: 'writer' })], [text('Done.')]];
    const run = memoryRun({ own, files, model: delegating(turns, ofAgent) });
    await said(run, 'Write.');
    expect(run.host.state.run.questions.map(({ call }) => JSON.stringify(call.input).includes('README.md'))).toEqual(
      asked.map(() => true),
    );
    expect(run.host.state.workspace.read('README.md')).toBe(left);
    await run.host.stop();
    expect(run.host.state.run.open).toEqual([]);
  });

  it('[O2] has the hooks of its definition, and its parent does not', async () => {
    const hooks =
      'hooks: {"PreToolUse": [{"matcher": "Read", "hooks": [{"type": "command", "command": "echo no >&2; exit 2"}]}]}';
    const files = {
      'README.md': '# Pool',
      '.claude/agents/blind.md': `---\nname: blind\ndescription: cannot read\n${hooks}\n---\nDo not read.\n`,
    };
    const ofAgent: Answer = (_, number) =>
      number === 0 ? says(tool('r', 'Read', { file_path: 'README.md' })) : says(text('Nothing.'));
    const turns = [
      [agent('a', 'Read.', { subagent_type: 'blind' }), tool('p', 'Read', { file_path: 'README.md' })],
      [text('Done.')],
    ];
    const run = memoryRun({ own, files, model: delegating(turns, ofAgent) });
    await said(run, 'Read.');
    const [child] = agentsOf(run);
    expect(JSON.stringify(child?.transcript.messages)).toContain('A hook blocked this call');
    expect(JSON.stringify(run.host.state.run.transcript.messages)).not.toContain('A hook blocked');
    expect([child?.run.hooks.log.length, run.host.state.run.hooks.log.length]).toEqual([1, 0]);
  });

  it('[O5] that is a fork starts no other', async () => {
    const ofAgent: Answer = (request) =>
      wordsOf(request).includes('forked-agent') ? says(agent('again', 'Fork.')) : says(text('I did it myself.'));
    const run = memoryRun({ own, model: delegating([[agent('a', 'Fork.')], [text('Done.')]], ofAgent) });
    await said(run, 'Fork.');
    expect(agentsOf(run)).toHaveLength(1);
    expect(JSON.stringify(agentsOf(run)[0]?.transcript.messages)).toContain('forks start no agents');
  });

  it('[O6] compacts by itself, and its parent does not', async () => {
    let read = 0;
    const ofAgent: Answer = () => {
      read += 1;
      if (read > 12) return says(text('I read it all.'));
      return says(tool(`r${read}`, 'Bash', { command: `cat README.md; echo ${'word '.repeat(600)}` }));
    };
    const policy = { ...playground, windowTokens: 16_000, maxOutputTokens: 2_000 };
    const turns = [[agent('a', 'Read all.', { subagent_type: 'general-purpose' })], [text('Done.')]];
    const run = memoryRun({ own, policy, files: sampleFiles(), model: delegating(turns, ofAgent) });
    await said(run, 'Read all.');
    const [child] = agentsOf(run);
    expect(child?.state).toBe('done');
    expect([child?.run.compactions ?? 0, run.host.state.run.compactions]).toEqual([expect.any(Number), 0]);
    expect(child?.run.compactions).toBeGreaterThan(0);
    expect(child && decisionsOf(replayOf(child.run))).toEqual(child && decisionsOf(child.run.result()));
  });

  it('[O6] compacts under a policy of its own, if the run has one for agents', async () => {
    const agentPolicy = { ...playground, id: 'for-agents', windowTokens: 9_000, maxOutputTokens: 2_000 };
    const ofAgent: Answer = (_, number) =>
      number < 6 ? says(tool(`r${number}`, 'Bash', { command: `echo ${'word '.repeat(1_200)}` })) : says(text('Done.'));
    const turns = [[agent('a', 'Work.', { subagent_type: 'general-purpose' })], [text('Done.')]];
    const run = memoryRun({ own: { ...own, agentPolicy }, policy: playground, model: delegating(turns, ofAgent) });
    await said(run, 'Work.');
    const [child] = agentsOf(run);
    expect([child?.run.policy.id, run.host.state.run.policy.id]).toEqual(['for-agents', playground.id]);
    expect(child?.run.compactions).toBeGreaterThan(0);
    expect(child && decisionsOf(replayOf(child.run))).toEqual(child && decisionsOf(child.run.result()));
  });

  it('[O7] reads a message before its next round of tools, and goes on with one after its end', async () => {
    const asked: string[] = [];
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const ofAgent: Answer = async (request, number) => {
      asked.push(wordsOf(request));
      if (number > 0) await gate;
      return number === 0 ? says(tool('r', 'Read', { file_path: 'README.md' })) : says(text(`Answer ${number}.`));
    };
    const message = (id: string, words: string) =>
      tool(id, 'SendMessage', { to: 'scout', summary: 'more', message: words });
    const turns = [
      [agent('a', 'Look.', { name: 'scout', ...inBackground }), message('m', 'Look twice.')],
      [text('It looks.')],
      [message('n', 'And once more.')],
      [text('It looks again.')],
      [text('All seen.')],
    ];
    const run = memoryRun({ own, model: delegating(turns, ofAgent) });
    await run.host.enter({ type: 'prompt', text: 'Look.' });
    release();
    await settled(run);
    expect(asked[1]).toContain('Look twice.');
    expect(asked[2]).toContain('And once more.');
    expect(agentsOf(run).map(({ state, answer }) => [state, answer])).toEqual([['done', 'Answer 2.']]);
  });

  it('[O8] that takes long says what it is doing, by the cheapest model', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const choice = { type: 'api', id: 'claude-opus-5-5', thinks: false, serverClears: false } as const;
    const inner = delegating([[agent('a', 'Look.')], [text('Done.')]], async () => {
      await gate;
      return says(text('Seen.'));
    });
    const usage = { input: 1_000_000, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0 };
    const line = text('“Reading the parser’s tests.”');
    const answered: ModelOutcome = {
      type: 'answered',
      reply: { blocks: [line], stopReason: 'end_turn', timeMs: 1, usage },
    };
    const model = (scripted: ChatModel): ChatModel => ({
      ask: (request, options) =>
        request.purpose === 'progress' ? Promise.resolve(answered) : inner(scripted).ask(request, options),
    });
    const run = memoryRun({ own, choice, model: once(model) });
    const done = run.host.enter({ type: 'prompt', text: 'Look.' });
    await happensSoon(() => run.host.status.type === 'agents');
    await Promise.all([
      run.host.enter({ type: 'waited', ms: 40_000 }),
      happensSoon(() => agentsOf(run)[0]?.progress.length === 1).then(release),
    ]);
    await done;
    await settled(run);
    expect(agentsOf(run)[0]?.progress.map(({ text: said, model: by }) => [said, by])).toEqual([
      ['Reading the parser’s tests', 'claude-haiku-5-5'],
    ]);
    const [request] = run.asked.filter(({ purpose }) => purpose === 'progress');
    expect(request && problemOf(request)).toBeUndefined();
    const price = costOf(usage, modelFor('claude-haiku-5-5')) ?? 0;
    expect(price).toBeGreaterThan(0);
    const [child] = agentsOf(run);
    expect(child?.usages.filter(({ model: by }) => by === 'claude-haiku-5-5').map(({ dollars }) => dollars)).toEqual([
      price,
    ]);
    const [, ...others] = child?.run.calls ?? [];
    expect(others).toEqual([]);
    expect(child?.dollars).toBeCloseTo(price + (child?.run.calls[0]?.dollars ?? 0));
    // It is no call of the run, whose bill and limit have it all the same.
    expect(run.host.state.run.calls.filter(({ model: by }) => by === 'claude-haiku-5-5')).toEqual([]);
    expect(runMeter(run.host.state.run).forkDollars).toBeGreaterThanOrEqual(child?.dollars ?? 0);
    expect(run.host.state.run.spent.dollars).toBeGreaterThanOrEqual(price);
  });
});

describe('five forks', () => {
  const forked = () =>
    memoryRun({
      own,
      files: sampleFiles(),
      policy: playground,
      model: delegating([five, [text('All parts are fine.')]], reviews),
    });

  it('[O4] [O5] work side by side, and the parent gets five results', async () => {
    const run = forked();
    await said(run, 'Review the change in five parts.');
    expect(agentsOf(run).map(({ state, answer }) => [state, answer])).toEqual(
      five.map(() => ['done', 'Part reviewed: nothing found.']),
    );
    const results = run.host.state.run.transcript.messages.find(({ kind }) => kind === 'tool-results');
    expect(results?.parts).toHaveLength(5);
    expect(JSON.stringify(results)).toContain('Part reviewed: nothing found.');
    expect(run.host.state.run.lastWords).toBe('All parts are fine.');
  });

  it('[O5] the first writes, and four read at least 95 % of their prefix from the stand-in’s own cache', async () => {
    const run = forked();
    await said(run, 'Review the change in five parts.');
    const model = findModel('stand-in-small');
    if (model === undefined) throw new Error('The stand-in has no such model');
    const cache = new PrefixCache(() => 0);
    const shares: number[] = [];
    for (const { purpose, body } of run.asked) {
      const { read, written5m, uncached } = cache.use(body, model, 'key');
      if (purpose === 'agent' && JSON.stringify(asArray(body.messages)?.at(-1)).includes('forked-agent')) {
        shares.push(read / (read + written5m + uncached));
      }
    }
    expect(shares).toHaveLength(5);
    const ofRun = agentsOf(run).map(({ run: { calls } }) => {
      const { cacheRead = 0, cacheWrite5m = 0 } = calls[0]?.usage ?? {};
      return cacheRead / (cacheRead + cacheWrite5m);
    });
    for (const [place, share] of ofRun.entries()) expect(Math.abs(share - (shares[place] ?? 0))).toBeLessThan(0.05);
    expect(Math.min(...shares.slice(1))).toBeGreaterThanOrEqual(0.95);
  });

  it('[O5] [O6] are repeated call by call by a replay of each record, and so is their parent', async () => {
    const run = forked();
    await said(run, 'Review the change in five parts.');
    expect(decisionsOf(replayOf(run.host.state.run))).toEqual(decisionsOf(run.host.state.run.result()));
    for (const { run: child } of agentsOf(run)) {
      expect(decisionsOf(replayOf(child))).toEqual(decisionsOf(child.result()));
    }
  });
});
