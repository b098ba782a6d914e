import { expect, it } from 'vitest';
import type { ChatItem } from '../../../agent/view/chat-item';
import { BEGAN_MS, madeUpChange, madeUpMemory, madeUpMemoryView, madeUpTask } from './made-up-memory.test-support';
import { memoryWriters } from './memory-writers';

const { root } = madeUpMemoryView();

function wrote(call: number, path: string, isError = false): ChatItem {
  const result = { text: '', characters: 0, isError, tookMs: 1 };
  return {
    type: 'reply',
    timeMs: BEGAN_MS + call * 1_000,
    call,
    model: 'scripted',
    text: '',
    thinking: '',
    tools: [{ callId: 'c', name: 'Write', input: { file_path: path }, result }],
    predictedCacheRead: 0,
    stopReason: 'end_turn',
    offers: [],
  };
}

it('says who changed each memory last', () => {
  const begun: ChatItem = { type: 'prompt', timeMs: BEGAN_MS, text: 'hello' };
  const edited: ChatItem = { type: 'files', timeMs: BEGAN_MS + 9_000, paths: [`${root}/mine.md`, 'src/a.ts'] };
  const task = madeUpTask({
    call: 3,
    startedMs: BEGAN_MS + 4_500,
    changes: [madeUpChange({ file: 'task.md' }), madeUpChange({ file: 'mine.md' })],
  });
  const items: readonly ChatItem[] = [
    begun,
    wrote(1, `${root}/mine.md`),
    wrote(2, '~/.claude/projects/-workspace/memory/agent.md'),
    wrote(4, `${root}/task.md`),
    wrote(5, `${root}/shell.md`, true),
    { type: 'task', timeMs: BEGAN_MS + 3_500, task },
    edited,
  ];
  const names = ['mine.md', 'agent.md', 'task.md', 'shell.md'];
  const files = [
    ...names.map((file) => madeUpMemory({ file, modifiedMs: BEGAN_MS + 5_000 })),
    madeUpMemory({ file: 'old.md', modifiedMs: BEGAN_MS - 1 }),
  ];
  expect([...memoryWriters({ root, files }, items)]).toEqual([
    ['mine.md', 'by you'],
    ['agent.md', 'by the agent in call 3'],
    ['task.md', 'in the background after call 4'],
    ['old.md', 'before this session'],
  ]);
});
