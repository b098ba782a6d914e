import { expect, it } from 'vitest';
import { memoryRun, said } from '../host/memory-run.test-support';
import { spentInAll } from '../run/whole-run';
import { runMeter } from './run-meter';

it('[J2] counts choices of memories and extractions as side requests, with what they would have cost', async () => {
  const run = memoryRun();
  await said(run, 'Remember that the release branch is frozen on Wednesdays.', 'When is the release branch frozen?');
  const { state } = run.host;
  const { tasks, usages } = state.run.memory;
  const asked = run.asked.filter(({ purpose }) => purpose === 'recall' || purpose === 'memory');
  expect(tasks.length).toBeGreaterThan(0);
  expect(asked.some(({ purpose }) => purpose === 'recall')).toBe(true);
  const choices = asked.filter(({ purpose }) => purpose === 'recall').length;
  expect(usages).toHaveLength(choices + tasks.length);
  expect(spentInAll(state.run).calls).toBe(run.asked.length);

  const meter = runMeter(state.run);
  const ofCalls = state.run.calls.reduce((sum, { dollars = 0 }) => sum + dollars, 0);
  const beside = usages.reduce((sum, { dollars = 0 }) => sum + dollars, 0);
  expect(beside).toBeGreaterThan(0);
  expect(meter.estimatedDollars).toBeCloseTo(ofCalls + beside, 10);
  expect(meter).toMatchObject({ calls: state.run.calls.length, forks: usages.length, turnDollars: 0, forkDollars: 0 });
});
