import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../set-up/test/temporary-folder';
import { sessionJobs } from './session-jobs';

async function jobsIn(files: Readonly<Record<string, string>>): Promise<readonly (readonly string[])[]> {
  const folder = temporaryFolder(files);
  const jobs = await sessionJobs([folder]);
  return jobs.map(({ files }) => files.map(({ file }) => file.slice(folder.length + 1)));
}

it('keeps the files of a session together, wherever their place says so', async () => {
  const files = [
    'a.jsonl',
    'b.jsonl',
    'b/subagents/agent-1.jsonl',
    'b/subagents/deep/agent-2.jsonl',
    'c/subagents/x.jsonl',
  ];
  const task = ['task/api_conversation_history.json', 'task/ui_messages.json', 'task/task_metadata.json'];
  expect(await jobsIn(Object.fromEntries([...files, ...task].map((name) => [name, '{}'])))).toEqual([
    ['a.jsonl'],
    ['b.jsonl', 'b/subagents/agent-1.jsonl', 'b/subagents/deep/agent-2.jsonl'],
    ['c/subagents/x.jsonl'],
    ['task/api_conversation_history.json', 'task/ui_messages.json'],
    ['task/task_metadata.json'],
  ]);
});

it('keeps them together where their records say so', async () => {
  const id = '0199aa11-2222-7333-8444-555566667777';
  expect(
    await jobsIn({
      'agent-a.jsonl': '{"isSidechain":true,"agentId":"a","sessionId":"claude-1"}',
      'agent-b.jsonl': '{"isSidechain":true,"agentId":"b","sessionId":"not here"}',
      'claude-1.jsonl': '{"sessionId":"claude-1"}',
      'codex/rollout-1.jsonl': `{"type":"session_meta","payload":{"parent_thread_id":"${id}"}}`,
      [`codex/rollout-2026-01-01-${id}.jsonl`]: '{}',
      'harbor/trajectory.cont-1.json': '{"continuation_index": 1}',
      'harbor/trajectory.json': '{}',
    }),
  ).toEqual([
    ['claude-1.jsonl', 'agent-a.jsonl'],
    ['agent-b.jsonl'],
    [`codex/rollout-2026-01-01-${id}.jsonl`, 'codex/rollout-1.jsonl'],
    ['harbor/trajectory.json', 'harbor/trajectory.cont-1.json'],
  ]);
});

it('takes paths, addresses of files and of servers, and each file once', async () => {
  const folder = temporaryFolder({ 'a.jsonl': '{}', 'a/subagents/b.jsonl': '{}' });
  const path = join(folder, 'a.jsonl');
  const jobs = await sessionJobs([
    path,
    folder,
    pathToFileURL(path).href,
    'https://host/x.jsonl',
    join(folder, 'none'),
  ]);
  expect(jobs.map(({ files }) => files.map(({ address, bytes }) => [address, bytes]))).toEqual([
    [
      [path, 2],
      [join(folder, 'a', 'subagents', 'b.jsonl'), 2],
    ],
    [[join(folder, 'none'), 0]],
    [['https://host/x.jsonl', 0]],
  ]);
});
