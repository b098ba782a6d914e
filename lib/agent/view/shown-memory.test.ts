import { expect, it } from 'vitest';
import { memoryRun, said, settled } from '../host/memory-run.test-support';
import { shownMemory } from './shown-memory';

it('[R3] counts recalled bytes anew after a compaction, and shows no memory as recalled', async () => {
  const run = memoryRun();
  await said(run, 'Remember that the release branch is frozen on Wednesdays.', 'When is the release branch frozen?');
  const view = () => shownMemory(run.host.state.run, 0, []);
  expect(view()?.recallBytes.used).toBeGreaterThan(0);
  expect(view()?.files.map(({ isShown }) => isShown)).toEqual([true]);
  expect(view()?.tokens.recalled).toBeGreaterThan(0);
  const recall = run.host.state.log.items.findLast(({ type }) => type === 'recall');
  expect(recall?.type === 'recall' && recall.tokens).toBe(view()?.tokens.recalled);

  await run.host.enter({ type: 'command', command: { type: 'compact' } });
  await settled(run);
  expect(run.host.state.run.compactions).toBe(1);
  expect(view()?.recallBytes.used).toBe(0);
  expect(view()?.files.map(({ isShown }) => isShown)).toEqual([false]);
});
