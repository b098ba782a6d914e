import { describe, expect, it } from 'vitest';
import { forkMessage } from '../../../agents/fork';
import { progressRequest } from '../../../agents/progress';
import { messageText } from '../../../agents/send-message';
import { reportReminder } from '../../../agents/typed-agent';
import { asArray, asObject, type Json, type JsonObject } from '../../../base/json';
import { exitOfAnswer, hookQuestion } from '../../../hooks/model-answer';
import { playground } from '../../../policies/presets/playground';
import { type MemoryRun, memoryRun, said } from '../../host/memory-run.test-support';
import type { ModelRequest } from '../../journal/chat-model';
import { decisionsOf, replayOf } from '../../run/replayed-run.test-support';
import { withChange, yearChange } from '../../story/year-change';
import { scriptedBlocks } from '../scripted-blocks';
import { sampleFiles } from '../scripted-run.test-support';
import { changedFiles } from './change-in-sight';
import { readDelegation } from './read-delegation';

const roomy = { ...playground, windowTokens: 60_000 };
const started = (parts: Parameters<typeof memoryRun>[0] = {}) =>
  memoryRun({ own: { agents: 'in-tool' }, files: withChange(sampleFiles(), yearChange), policy: roomy, ...parts });
const agentsOf = ({ host }: MemoryRun) => host.state.run.agents.all;
const lastWords = ({ host }: MemoryRun) => host.state.run.lastWords;
const bodiesOf = ({ asked }: MemoryRun, purpose: ModelRequest['purpose']) =>
  asked.flatMap((request) => (request.purpose === purpose ? [request.body] : []));

describe('as one that starts agents, the scripted model', () => {
  it('[O4] understands a change first, and gives each part to a fork, in one reply', async () => {
    const run = started();
    await said(run, 'Review the change with five agents');
    const replies = run.host.state.run.transcript.messages.filter(({ kind }) => kind === 'reply');
    const calls = replies.map(({ parts }) => parts.flatMap((part) => (part.kind === 'tool-call' ? [part.name] : [])));
    expect(calls).toEqual([['Glob'], ['Read', 'Read'], ['Agent', 'Agent', 'Agent', 'Agent', 'Agent'], []]);
    expect(agentsOf(run).map(({ isFork, state }) => [isFork, state])).toEqual(agentsOf(run).map(() => [true, 'done']));
    expect(lastWords(run)).toContain('All 5 agents have answered. 4 of them found something.');
  });

  it('[O5] has forks that use their tools, say nothing meanwhile, and answer once with what they found', async () => {
    const run = started();
    await said(run, 'Review the change in change.diff with 5 forks.');
    const answers = agentsOf(run).map(({ answer }) => answer);
    expect(answers[0]).toContain('- src/amount.awk:36: it divides by count, which may be 0.');
    expect(answers[1]).toContain('Nothing speaks against it.');
    expect(answers[2]).toContain('it counts the lines it cannot read and does not report them; 3 other files do.');
    expect(answers[3]).toContain('- tally:28: $what is not quoted');
    expect(answers[4]).toContain('the rules say: “Never change anything under `tests/expected`.”');
    for (const { run: child, answer } of agentsOf(run)) {
      const replies = child.transcript.messages.filter(({ kind }) => kind === 'reply').slice(-child.calls.length);
      const texts = replies.map(({ parts }) => parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])));
      expect(texts.flat()).toEqual([answer]);
      expect(answer.split(/\s+/).length).toBeLessThanOrEqual(500);
      // Nothing but reading: the change stays as it is.
      const used = replies.flatMap(({ parts }) =>
        parts.flatMap((part) => (part.kind === 'tool-call' ? part.name : [])),
      );
      expect(used).not.toContain('Edit');
    }
    for (const finding of answers.flatMap((text) => text.split(/\nOlder than/)[0]?.match(/^- .*$/gm) ?? [])) {
      expect(lastWords(run)).toContain(finding);
    }
  });

  it('[O4] waits for fewer agents with several files each, and for as many as there are files', async () => {
    const two = started();
    await said(two, 'Review the change with two agents');
    expect(agentsOf(two).map(({ start }) => start.description)).toEqual([
      'Review amount.awk, date.awk, year.awk',
      'Review tally, reports.txt',
    ]);
    const nine = started();
    await said(nine, 'Review the change with nine agents');
    expect(agentsOf(nine)).toHaveLength(5);
  });

  it('[O4] briefs a typed agent completely, which starts empty', async () => {
    const run = started();
    await said(run, 'Ask Explore where to_cents is used');
    const [child] = agentsOf(run);
    expect([child?.start.type, child?.isFork, child?.state]).toEqual(['Explore', false, 'done']);
    expect(child?.answer).toContain('> /workspace/src/amount.awk:10:function to_cents(');
    expect(child?.answer).toContain('> /workspace/src/entry.awk:14:');
    expect(child?.start.prompt).toContain('/workspace');
    expect(JSON.stringify(bodiesOf(run, 'agent')[0]?.messages)).not.toContain('Ask Explore');
    expect(lastWords(run)).toContain('to_cents is defined here');
  });

  it('[O1] says which types there are if one is named that does not exist', async () => {
    const run = started();
    await said(run, 'Ask Reviewer where to_cents is used');
    expect(lastWords(run)).toContain('there is no type');
    expect(lastWords(run)).toContain('Explore');
  });

  it('[O4] goes on beside an agent in the background, and says what it found when it has ended', async () => {
    const run = started();
    await said(run, 'Start an agent in the background that reviews src/date.awk');
    const texts = run.host.state.run.transcript.messages.flatMap(({ kind, parts }) =>
      parts.flatMap((part) => (kind === 'reply' && part.kind === 'text' ? [part.text] : [])),
    );
    expect(texts[1]).toContain('I know nothing of what they find until they are done');
    expect(texts.at(-1)).toContain('From the background: ');
    expect(texts.at(-1)).toContain('It may accept 31 February as a date.');
  });

  it('[O7] sends messages, and continues an agent that was done', async () => {
    const run = started();
    await said(run, 'Ask Explore where to_cents is used', 'Tell agent-1: where is from_cents used?');
    expect(agentsOf(run)[0]?.answer).toContain('from_cents is defined here');
    await said(run, 'Send "hello" to agent-9');
    expect(lastWords(run)).toMatch(/^Nothing was sent\. .*agent-1/);
  });

  it('[O4] does the same review without others if it is told to, with the same findings', async () => {
    const alone = started();
    await said(alone, 'Review the change yourself');
    expect(agentsOf(alone)).toEqual([]);
    const forks = started();
    await said(forks, 'Review the change with five agents');
    const own = new Set(
      alone.host.state.run.transcript.messages.flatMap(({ kind, parts }) =>
        parts.flatMap((part) => (kind === 'reply' && part.kind === 'text' ? (part.text.match(/^- .*$/gm) ?? []) : [])),
      ),
    );
    const theirs = agentsOf(forks).flatMap(({ answer }) => answer.split(/\nOlder than/)[0]?.match(/^- .*$/gm) ?? []);
    expect([...own].sort()).toEqual([...new Set(theirs)].sort());
    expect(alone.host.state.run.size).toBeGreaterThan(forks.host.state.run.size);
  });

  it('[O4] reports what failed and what was stopped, and does not guess the result', async () => {
    const run = started({
      model: (scripted) => ({
        ask: async (request, options) => {
          const words = JSON.stringify(asArray(request.body.messages)?.at(-1) ?? null);
          const isDate = request.purpose === 'agent' && words.includes('Review `src/date.awk`');
          if (isDate) return { type: 'failed', what: 'The server is overloaded.', advice: 'Try again later.' };
          return scripted.ask(request, options);
        },
      }),
    });
    await said(run, 'Review the change with five agents');
    expect(lastWords(run)).toContain('4 of 5 agents have answered.');
    expect(lastWords(run)).toContain('Review date.awk failed, so its part is not done. The server is overloaded.');
  });

  it('[O4] goes on when the user stops one of them, and says whose part is not done', async () => {
    const run = started({
      model: (scripted) => ({
        ask: async (request, options) => {
          const words = JSON.stringify(asArray(request.body.messages)?.at(-1) ?? null);
          if (request.purpose !== 'agent' || !words.includes('Review `tally`')) return scripted.ask(request, options);
          // It never answers.
          await new Promise((resolve) => options.signal.addEventListener('abort', resolve, { once: true }));
          return { type: 'stopped' };
        },
      }),
    });
    const turn = run.host.enter({ type: 'prompt', text: 'Review the change with five agents' });
    const isLeft = () => agentsOf(run).map(({ state }) => state === 'running');
    await expect.poll(isLeft, { timeout: 20_000 }).toEqual([false, false, false, true, false]);
    await run.host.endTask('agent-4');
    await turn;
    expect(agentsOf(run)[3]?.state).toBe('stopped');
    expect(lastWords(run)).toContain('4 of 5 agents have answered.');
    expect(lastWords(run)).toContain('Review tally was stopped before it was done, so its part is not done.');
  });

  it('[O6] is repeated call by call by a replay of each record', async () => {
    const run = started();
    await said(run, 'Review the change with five agents', 'Ask Explore where to_cents is used');
    expect(decisionsOf(replayOf(run.host.state.run))).toEqual(decisionsOf(run.host.state.run.result()));
    for (const { run: child } of agentsOf(run)) {
      expect(decisionsOf(replayOf(child))).toEqual(decisionsOf(child.result()));
    }
  });

  it('offers errands for agents only where there are agents', async () => {
    const run = started();
    await said(run, 'What can you do?');
    expect(lastWords(run)).toContain('Review the change with five agents');
    const without = memoryRun({ files: sampleFiles(), policy: roomy });
    await said(without, 'What can you do?');
    expect(lastWords(without)).not.toContain('agents');
    await said(without, 'Ask Explore where to_cents is used');
    expect(lastWords(without)).toContain('A script is answering');
  });
});

const DIRECTIVE = 'Review `src/date.awk`. Leave the other files to the others.';
const tools = ['Read', 'Grep', 'Glob', 'Bash', 'Agent', 'SendMessage'].map((name) => ({ name }));

/** A fork, after so many rounds of tools of its own, each answered with the text. */
function forkBody(...more: readonly JsonObject[]): JsonObject {
  const [, directive] = forkMessage([], DIRECTIVE).length === 1 ? [0, forkMessage([], DIRECTIVE)[0]] : [];
  const text = directive?.kind === 'text' ? directive.text : '';
  return {
    tools,
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Review the change with five agents' }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'Agent', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: 'Started.' },
          { type: 'text', text },
        ],
      },
      ...more,
    ],
  };
}
const used = (id: string, name: string, input: Json) => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name, input }],
});
const user = (...content: readonly JsonObject[]) => ({ role: 'user', content });
const result = (id: string, content: string) => ({ type: 'tool_result', tool_use_id: id, content });
const text = (words: string) => ({ type: 'text', text: words });
const wordsOf = (body: JsonObject) =>
  scriptedBlocks(body)
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('');
const callsOf = (body: JsonObject) =>
  scriptedBlocks(body).flatMap((block) => (block.type === 'tool-call' ? [[block.name, block.input]] : []));

const readDate = used('r', 'Read', { file_path: 'src/date.awk' });
const dateText = '1\tfunction is_date(text,    parts) {\n2\t  return parts[3] <= 31\n3\t}';

describe('as an agent, the scripted model', () => {
  it('[O5] does its directive, not what its parent was asked for', () => {
    expect(callsOf(forkBody())).toEqual([['Read', { file_path: 'src/date.awk' }]]);
    expect(wordsOf(forkBody(readDate, user(result('r', dateText))))).toContain('It may accept 31 February as a date.');
  });

  it('[O7] takes messages into account: another file, or the wish to stop', () => {
    const also = messageText('main', { summary: 'also', content: { type: 'text', text: 'Also look at src/sort.awk' } });
    const more = forkBody(readDate, user(result('r', dateText), text(also)));
    expect(callsOf(more)).toEqual([['Read', { file_path: 'src/sort.awk' }]]);
    const stop = messageText('main', { summary: 'stop', content: { type: 'shutdown-request', reason: '' } });
    const stopped = forkBody(readDate, user(result('r', dateText), text(stop)));
    const [call] = scriptedBlocks(stopped);
    expect(call).toMatchObject({ type: 'tool-call', name: 'SendMessage', input: { to: 'main' } });
    const { input } = call?.type === 'tool-call' ? call : { input: {} };
    const after = forkBody(
      readDate,
      user(result('r', dateText), text(stop)),
      used('s', 'SendMessage', input),
      user(result('s', 'Queued for main.')),
    );
    expect(wordsOf(after)).toMatch(/^I was asked to stop, and stopped after 1 tool call\./);
  });

  it('[O8] says in three to five words what it is doing, and something new each time', () => {
    const body = forkBody(readDate, user(result('r', dateText)), user(text(progressRequest())));
    expect(wordsOf(body)).toBe('Reading the file src/date.awk');
    const again = forkBody(
      used('g', 'Grep', { pattern: '(function|def|func) (is_date)\\b' }),
      user(result('g', '')),
      user(text(progressRequest('Searching for is_date everywhere'))),
    );
    for (const line of [wordsOf(body), wordsOf(again), wordsOf(forkBody(user(text(progressRequest()))))]) {
      expect(line).toMatch(/^\w+ing( \S+){2,4}$/);
      expect(line).not.toBe('Searching for is_date everywhere');
    }
  });

  it('[H2] answers a hook: what its prompt forbids by name is refused, anything else is fine', () => {
    const ask = (prompt: string, event: JsonObject) =>
      exitOfAnswer(wordsOf({ messages: [user(text(hookQuestion(prompt, JSON.stringify(event))))] }));
    const edits = (file_path: string) => ({ tool_name: 'Edit', tool_input: { file_path } });
    const prompt = 'Never let anybody change `tests/expected`. Everything else is allowed.';
    expect(ask(prompt, edits('tests/expected/reports.txt'))).toMatchObject({ code: 2 });
    expect(ask(prompt, edits('src/date.awk'))).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(ask('Is this fine? $ARGUMENTS', edits('src/date.awk'))).toMatchObject({ code: 0 });
  });

  it('[H2] answers the hook of a run, which blocks what its prompt forbids', async () => {
    const hook = { type: 'prompt', prompt: 'Never let anything change `tests/expected`.' };
    const settings = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [hook] }] } };
    const files: Record<string, string> = { ...sampleFiles(), '.claude/settings.json': JSON.stringify(settings) };
    const run = memoryRun({ files, policy: roomy });
    await said(run, 'Append "wrong" to tests/expected/reports.txt');
    expect(bodiesOf(run, 'hook').length).toBeGreaterThan(0);
    expect(run.host.state.run.files.read('tests/expected/reports.txt')).toBe(files['tests/expected/reports.txt']);
    await said(run, 'Append "# Checked." to src/date.awk');
    expect(run.host.state.run.files.read('src/date.awk')).toContain('# Checked.');
  });

  it('[O4] passes on what an agent in the background reports, and says how many are left', () => {
    const begun = (id: string) => used(id, 'Agent', { description: 'Look', prompt: 'Look', run_in_background: true });
    const body = {
      tools,
      messages: [
        user(text('Hello')),
        begun('a'),
        user(result('a', 'Agent “agent-1” was started in the background. You are told when it is done.')),
        begun('b'),
        user(result('b', 'Agent “agent-2” was started in the background. You are told when it is done.')),
        { role: 'assistant', content: [text('Both are running.')] },
        user(text(reportReminder('agent-1', 'stopped', ''))),
      ],
    };
    expect(wordsOf(body)).toBe(
      'From the background: agent-1 was stopped before it was done, so its part is not done.\n\n1 agent is still running.',
    );
  });
});

describe('readDelegation', () => {
  it.each([
    ['Review the change with five agents', { type: 'review', count: 5, agent: undefined, inBackground: false }],
    ['Please review src/a.awk and src/b.awk with two Explore agents.', { type: 'review', count: 2, agent: 'Explore' }],
    [
      'Check the change using several forks in the background',
      { type: 'review', count: undefined, inBackground: true },
    ],
    ['Review the change yourself', { type: 'review-alone' }],
    ['Ask Explore where to_cents is used', { type: 'start', agent: 'Explore', task: 'Where to_cents is used' }],
    ['Ask Plan to design a command for years', { type: 'start', agent: 'Plan', task: 'Design a command for years' }],
    [
      'Start an agent in the background that searches for TODO',
      { type: 'start', agent: undefined, task: 'Search for TODO', inBackground: true },
    ],
    [
      'Start an Explore agent called finder that finds where from_cents is used',
      { type: 'start', agent: 'Explore', name: 'finder', task: 'Find where from_cents is used' },
    ],
    ['Send "also look at src/sort.awk" to agent-1', { type: 'send', to: 'agent-1', text: 'also look at src/sort.awk' }],
    ['Send a message to session 2: the pool is fixed.', { type: 'send', to: 'session:2', text: 'the pool is fixed' }],
    ['Tell session:3 that it rains', { type: 'send', to: 'session:3', text: 'it rains' }],
    ['Tell all agents: hurry', { type: 'send', to: '*', text: 'hurry' }],
    ['Ask agent-2 to stop', { type: 'stop', to: 'agent-2' }],
  ])('reads “%s”', (prompt, wanted) => {
    expect(readDelegation(prompt)).toMatchObject(wanted);
  });

  it.each([
    'Review every file',
    'Ask me later',
    'Fix the failing tests, then review every file',
    'Where is to_cents used?',
    'Start the server',
    'Send an email to Nora',
  ])('leaves “%s” alone', (prompt) => {
    expect(readDelegation(prompt)).toBeUndefined();
  });
});

it('the change of the story is what its diff says', () => {
  const files = withChange(sampleFiles(), yearChange);
  const parts = changedFiles(files['change.diff'] ?? '');
  expect(parts.map(({ path }) => path).sort()).toEqual(
    [...new Set(yearChange.map((edit) => ('path' in edit ? edit.path : '')))]
      .filter((path) => path !== 'change.diff')
      .sort(),
  );
  for (const { path, added } of parts) {
    for (const { line, text: words } of added) expect(files[path]?.split('\n')[line - 1]).toBe(words);
  }
  expect(asObject(null)).toBeUndefined();
});
