import { expect, it } from 'vitest';
import { none } from '../../policies/presets/none';
import { policyLayers } from '../../policies/shape/policy-layer';
import { AgentRun } from '../host/agent-run';
import { begun, surroundings } from '../host/run-host.test-support';
import type { Entry, ReplyBlock } from '../journal/entry';
import { TestToolContext } from '../tools/run-tool.test-support';

const timeMs = 2;
const LONG = 'word '.repeat(2_000);
const files = { 'a.txt': `a ${LONG}`, 'b.txt': `b ${LONG}`, 'c.txt': `c ${LONG}` };
const policy = { ...none, layers: policyLayers({ 'full-compact': { restoredFiles: 1 } }) };

const reply = (...blocks: readonly ReplyBlock[]): Entry => ({
  timeMs,
  type: 'reply',
  reply: { blocks, stopReason: 'tool_use', timeMs: 1 },
});

/** Reads a.txt, writes new.txt and reads b.txt, says so, and is about to go on. */
async function worked(): Promise<AgentRun> {
  const calls = [
    { name: 'Read', input: { file_path: 'a.txt' } },
    { name: 'Write', input: { file_path: 'new.txt', content: 'new' } },
    { name: 'Read', input: { file_path: '/workspace/b.txt' } },
  ];
  const done = await new TestToolContext(files).all(calls);
  const state = AgentRun.of([begun(policy, files), { timeMs, type: 'prompt', text: 'Read them' }], surroundings);
  state.apply(reply(...calls.map((call, index) => ({ type: 'tool-call', id: `call-${index + 1}`, ...call }) as const)));
  state.apply({ timeMs, type: 'results', ...done });
  state.apply(reply({ type: 'text', text: `Both are read. ${LONG}` }));
  return state;
}

function compact(state: AgentRun, command: Extract<Entry, { type: 'command' }>['command']): void {
  state.apply({ timeMs, type: 'command', command });
  state.apply({ timeMs, type: 'forked', reply: { type: 'text', text: 'The summary', tokens: 3 }, tookMs: 1 });
}

const seen = ({ desk }: AgentRun) => Object.keys(desk.seen).sort();

it('[F6] after a compaction, only restored files count as read', async () => {
  const state = await worked();
  expect(seen(state)).toEqual(['a.txt', 'b.txt', 'new.txt']);
  compact(state, { type: 'compact' });
  expect(seen(state)).toEqual(['b.txt']);
  // What is read again is known again, and the journal tells the same when the run is opened anew.
  expect(seen(AgentRun.of(state.entries, surroundings))).toEqual(['b.txt']);
});

it('[F8] what remains beside a partial summary still counts as read or written', async () => {
  const state = await worked();
  const last = state.run.context.at(-1)?.message.id;
  if (last === undefined) throw new Error('no message');
  compact(state, { type: 'compact', partial: { direction: 'from', pivot: last } });
  expect(state.run.compactions).toBe(1);
  expect(seen(state)).toEqual(['a.txt', 'b.txt', 'new.txt']);
});
