import { expect, it } from 'vitest';
import { playground } from '../../policies/presets/playground';
import type { Entry } from '../journal/entry';
import { begun, says, testRun, text } from './run-host.test-support';

const paid: Entry = {
  type: 'model',
  timeMs: 2,
  model: { type: 'api', id: 'claude-opus-5-5', thinks: false, serverClears: false },
};

it('sends nothing to a paid model before the user allows it, and then asks no more', async () => {
  let provider = 'default';
  const { host, asked, journal } = testRun({
    entries: [begun(), paid],
    answers: [says(text('one')), says(text('two')), says(text('three')), says(text('four'))],
    provider: () => provider,
  });
  await host.enter({ type: 'prompt', text: 'go' });
  expect(asked).toEqual([]);
  expect(host.status).toMatchObject({
    type: 'confirm',
    toSend: { model: 'claude-opus-5-5', provider: 'default', purpose: 'turn', messages: 1, files: 1 },
  });
  // Continuing, or another prompt, is no permission.
  await host.goOn();
  await host.enter({ type: 'prompt', text: 'and more' });
  expect([asked.length, host.status.type]).toEqual([0, 'confirm']);
  // Neither is a choice, and it does not withdraw the call.
  await host.enter({ type: 'limits', limits: { calls: 9, dollars: 1 } });
  expect([asked.length, host.status.type]).toEqual([0, 'confirm']);
  const choosing = host.enter({ type: 'limits', limits: { calls: 9, dollars: 2 } });
  await host.approve();
  await choosing;
  expect([asked.length, host.status.type]).toEqual([1, 'idle']);
  expect(journal.types).toBe('begun model prompt prompt limits limits approved reply');
  await host.enter({ type: 'prompt', text: 'again' });
  expect([asked.length, host.status.type]).toEqual([2, 'idle']);

  // What was undone stays allowed.
  for (let undone = 0; undone < 2; undone++) await host.undo();
  expect(host.state.run.calls).toHaveLength(0);
  await host.enter({ type: 'prompt', text: 'once more' });
  expect([asked.length, host.status.type]).toEqual([3, 'idle']);

  provider = 'other';
  await host.enter({ type: 'prompt', text: 'elsewhere' });
  expect([asked.length, host.status]).toMatchObject([3, { type: 'confirm', toSend: { provider: 'other' } }]);
  await host.approve();
  expect([asked.length, host.status.type]).toEqual([4, 'idle']);
});

it('asks before a summary, too, and then only finishes the command', async () => {
  const entries: Entry[] = [
    begun(playground),
    { type: 'prompt', timeMs: 2, text: 'go' },
    { type: 'reply', timeMs: 3, reply: { blocks: [text('done')], stopReason: 'end_turn', timeMs: 1 } },
    paid,
  ];
  const { host, asked } = testRun({ entries, answers: [says(text('a summary'))], provider: () => 'default' });
  await host.enter({ type: 'command', command: { type: 'compact' } });
  expect([asked.length, host.status]).toMatchObject([0, { type: 'confirm', toSend: { purpose: 'summary' } }]);
  await host.approve();
  expect([asked.length, host.status.type]).toEqual([1, 'idle']);
  expect(host.state.run.forks).toHaveLength(1);
});

it('never asks for the script', async () => {
  const { host, asked } = testRun({ answers: [says(text('one'))], provider: () => 'default' });
  await host.enter({ type: 'prompt', text: 'go' });
  expect([asked.length, host.status.type]).toEqual([1, 'idle']);
});

it('[H2] a hook asks no paid model before the user has allowed its calls', async () => {
  const settings = { hooks: { UserPromptSubmit: [{ hooks: [{ type: 'prompt', prompt: 'Fine?' }] }] } };
  const first = begun(undefined, { '.claude/settings.json': JSON.stringify(settings) });
  if (first.type !== 'begun') throw new Error('A run begins');
  const model = { type: 'api', id: 'claude-sonnet-5-5', thinks: false, serverClears: false } as const;
  const { host, asked } = testRun({
    entries: [{ ...first, setup: { ...first.setup, model } }],
    answers: [says(text('Done')), says(text('{"ok": true}')), says(text('Done again'))],
    provider: () => 'api.anthropic.com',
  });
  await host.enter({ type: 'prompt', text: 'go' });
  expect([asked.length, host.status.type]).toEqual([0, 'confirm']);
  expect(host.state.run.hooks.log[0]?.firing.stderr).toMatch(/^The model was not asked/);
  await host.approve();
  await host.enter({ type: 'prompt', text: 'again' });
  expect(asked.map(({ purpose }) => purpose)).toEqual(['turn', 'hook', 'turn']);
});
