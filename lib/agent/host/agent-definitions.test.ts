import { describe, expect, it } from 'vitest';
import { asArray, asObject, asText } from '../../base/json';
import type { ModelRequest } from '../journal/chat-model';
import type { ReplyBlock } from '../journal/entry';
import { decisionsOf, replayOf } from '../run/replayed-run.test-support';
import { type Answer, agent, agentsOf, delegating, own, says, text, tool } from './delegating.test-support';
import { problemOf } from './made-up-agent.test-support';
import { type MemoryRun, type MemoryRunParts, memoryRun, said } from './memory-run.test-support';

const FILE = '.claude/agents/worker.md';
const defined = (fields: string) => `---\nname: worker\ndescription: works\n${fields}\n---\nWork.\n`;

/** A run whose parent gives one task to the worker, which makes these calls, a round each, and then answers. */
async function worked(
  fields: string,
  rounds: readonly (readonly ReplyBlock[])[] = [],
  parts: MemoryRunParts & { readonly next?: readonly (readonly ReplyBlock[])[] } = {},
): Promise<MemoryRun> {
  const ofAgent: Answer = (_, number) => says(...(rounds[number] ?? [text('It is done.')]));
  const turns = [[agent('a', 'Do the work.', { subagent_type: 'worker' })], ...(parts.next ?? []), [text('Good.')]];
  const files = { 'README.md': '# Pool\n', 'old.txt': 'old', ...parts.files, [FILE]: defined(fields) };
  const run = memoryRun({ own, ...parts, files, model: delegating(turns, ofAgent) });
  await said(run, 'Have it done.');
  return run;
}

const asked = ({ asked: all }: MemoryRun) => all.filter(({ purpose }) => purpose === 'agent');
const systemOf = ({ body }: ModelRequest) => JSON.stringify(body.system);
const errorsOf = (run: MemoryRun) =>
  agentsOf(run)[0]?.transcript.messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'tool-result' ? [part.isError === true] : [])),
  );
const answerOf = ({ host }: MemoryRun) =>
  JSON.stringify(host.state.run.transcript.messages.find(({ kind }) => kind === 'tool-results')?.parts);

describe('[O2] effort', () => {
  const choice = { type: 'api', id: 'claude-opus-5-5', thinks: true, serverClears: false } as const;

  it('is in every request of the agent, and in none of its parent', async () => {
    const reads = [tool('r', 'Read', { file_path: 'README.md' })];
    const run = await worked('effort: low', [reads], { choice });
    const own = asked(run);
    expect(own.map(({ body }) => body.output_config)).toEqual([{ effort: 'low' }, { effort: 'low' }]);
    expect(own.map(problemOf)).toEqual([undefined, undefined]);
    const others = run.asked.filter(({ purpose }) => purpose !== 'agent');
    expect(others.flatMap(({ body }) => body.output_config ?? [])).toEqual([]);
    const [child] = agentsOf(run);
    expect(child && decisionsOf(replayOf(child.run))).toEqual(child && decisionsOf(child.run.result()));
  });

  it.each([
    ['claude-opus-4-6', 'xhigh', { effort: 'high' }],
    ['claude-opus-4-6', 'max', { effort: 'max' }],
    ['claude-haiku-4-5', 'low', undefined],
    ['chat/gpt-5.4-mini', 'medium', { effort: 'medium' }],
    ['chat/stand-in-plain:7b', 'medium', undefined],
  ])('is sent as %s knows it', async (id, effort, sent) => {
    const run = await worked(`effort: ${effort}`, [], { choice: { ...choice, id, thinks: false } });
    expect(asked(run).map(({ body }) => body.output_config)).toEqual([sent]);
  });
});

describe('[O2] skills', () => {
  const skill = (words: string) => `---\nname: greet\ndescription: greets\n---\n${words}\n`;

  it('stand in the prompt of the agent, that of the user before that of the project', async () => {
    const files = {
      '.claude/skills/greet/SKILL.md': skill('Say hello.'),
      '.claude/skills/count/SKILL.md': 'Count twice.',
      '/home/agent/.claude/skills/greet/SKILL.md': skill('Say good morning.'),
    };
    const run = await worked('skills: greet, count, gone', [], { files });
    const [request] = asked(run);
    const system = request === undefined ? '' : systemOf(request);
    expect(system).toContain('Say good morning.');
    expect(system).toContain('Count twice.');
    expect(system).not.toContain('Say hello.');
    expect(system).not.toContain('description: greets');
  });

  it('change nothing where none is named', async () => {
    const [plain] = asked(await worked('color: red'));
    const [without] = asked(await worked('color: red\nskills:'));
    expect(without?.body).toEqual(plain?.body);
  });
});

describe('[O2] patterns behind tools', () => {
  it.each([
    ['tools: Read, Bash(git:*, ls)', 'ls', true],
    ['tools: Read, Bash(ls:*)', 'ls -a', false],
    ['tools: Read, Bash(ls:*), Bash(wc:*)', 'ls -a && wc README.md', false],
    ['tools: Read, Bash(ls:*)', 'ls && rm README.md', true],
    ['tools: Read, Bash(ls:*)', 'cat README.md', true],
    ['tools: Read, Bash(ls:*), Bash', 'cat README.md', false],
    ['disallowedTools: Bash(rm *)', 'rm README.md', true],
    ['disallowedTools: Bash(rm *)', 'ls && rm README.md', true],
    ['disallowedTools: Bash(rm *)', 'ls', false],
  ])('%s refuses %j: %s', async (fields, command, isRefused) => {
    const run = await worked(fields, [[tool('b', 'Bash', { command })]]);
    expect(errorsOf(run)).toEqual([isRefused]);
    const names = (asArray(asked(run)[0]?.body.tools) ?? []).map((each) => asText(asObject(each)?.name));
    expect(names).toContain('Bash');
  });

  it('count for files, and for each tool alone', async () => {
    const write = (file_path: string) => tool(file_path, 'Write', { file_path, content: 'new' });
    const read = tool('r', 'Read', { file_path: 'README.md' });
    const run = await worked('tools: Read(src/**), Write(src/**)', [[write('src/a.txt'), write('b.txt'), read]]);
    expect(errorsOf(run)).toEqual([false, true, true].toSorted());
    expect(run.host.state.workspace.read('src/a.txt')).toBe('new');
    expect(run.host.state.workspace.read('b.txt')).toBeUndefined();
  });
});

describe('[O2] isolation', () => {
  const changes = [
    [
      tool('w', 'Write', { file_path: 'src/new.txt', content: 'new' }),
      tool('b', 'Bash', { command: 'rm old.txt; echo more >> README.md' }),
    ],
    [tool('r', 'Bash', { command: 'cat README.md; ls' })],
  ];

  it('leaves the files of the parent as they are, and keeps what changed in a folder of its own', async () => {
    const run = await worked('isolation: worktree', changes);
    const { workspace, run: parent } = run.host.state;
    expect(workspace.read('README.md')).toBe('# Pool\n');
    expect(workspace.read('old.txt')).toBe('old');
    expect(workspace.read('src/new.txt')).toBeUndefined();
    expect(workspace.below('.claude/worktrees').sort()).toEqual([
      '.claude/worktrees/agent-1/README.md',
      '.claude/worktrees/agent-1/src/new.txt',
    ]);
    const [child] = agentsOf(run);
    const seen = JSON.stringify(child?.transcript.messages);
    expect(seen).toContain('more');
    expect(child?.worktree?.left).toEqual({
      root: '/workspace/.claude/worktrees/agent-1',
      changed: ['README.md', 'src/new.txt'],
      removed: ['old.txt'],
    });
    expect(answerOf(run)).toContain(
      'What it changed is kept in /workspace/.claude/worktrees/agent-1: README.md, src/new.txt.',
    );
    expect(decisionsOf(replayOf(parent))).toEqual(decisionsOf(parent.result()));
    expect(child && decisionsOf(replayOf(child.run))).toEqual(child && decisionsOf(child.run.result()));
  });

  it('keeps nothing where nothing changed', async () => {
    const run = await worked('isolation: worktree', [[tool('r', 'Read', { file_path: 'README.md' })]]);
    expect(run.host.state.workspace.below('.claude/worktrees')).toEqual([]);
    expect(answerOf(run)).toContain('It worked on a copy of the files and changed none of them.');
  });

  it('is the same when its entries are read again', async () => {
    const run = await worked('isolation: worktree', changes);
    const again = memoryRun({ entries: run.stored });
    expect(again.host.state.workspace.files()).toEqual(run.host.state.workspace.files());
    expect(agentsOf(again)[0]?.run.files.files()).toEqual(agentsOf(run)[0]?.run.files.files());
  });

  it('is only about the workspace: what it writes elsewhere counts for all', async () => {
    const run = await worked('isolation: worktree\nmemory: user', [
      [tool('w', 'Write', { file_path: '~/.claude/agent-memory/worker/MEMORY.md', content: 'known' })],
    ]);
    expect(run.host.state.workspace.read('/home/agent/.claude/agent-memory/worker/MEMORY.md')).toBe('known');
    expect(answerOf(run)).toContain('changed none of them');
  });

  it('does not see what others do meanwhile, and a second one has a folder of its own', async () => {
    const first = await worked('isolation: worktree', changes, {
      next: [[agent('c', 'Again.', { subagent_type: 'worker' })]],
    });
    const [one, two] = agentsOf(first);
    expect(one?.worktree?.left.root).not.toBe(two?.worktree?.left.root);
    expect(two?.run.files.below('.claude/worktrees')).toEqual([]);
  });
});
