import { expect, test } from 'vitest';
import { agent, agentsOf, delegating, once, own, says, tool } from './delegating.test-support';
import { memoryRun } from './memory-run.test-support';

test('agents count towards the limit of the run that started them, and stop at it with their reason', async () => {
  let reads = 0;
  // They would read for ever.
  const endless = () => {
    reads += 1;
    return says(tool(`read-${reads}`, 'Read', { file_path: 'README.md' }));
  };
  const model = once(delegating([[agent('a', 'Look.'), agent('b', 'Look again.')]], endless));
  const run = memoryRun({ own, model });
  await run.host.enter({ type: 'limits', limits: { calls: 500, dollars: 50, runCalls: 8 } });
  await run.host.enter({ type: 'prompt', text: 'Look.' });
  expect(run.host.status).toMatchObject({ type: 'help', why: { type: 'run-call-limit' } });
  // Those that were on their way at once may come, too.
  expect(reads).toBeGreaterThan(5);
  expect(reads).toBeLessThan(10);
  expect(agentsOf(run).map(({ state, why }) => [state, why])).toEqual([
    ['failed', 'It was stopped at the limit of the whole run.'],
    ['failed', 'It was stopped at the limit of the whole run.'],
  ]);
  const before = reads;
  await run.host.goOn();
  expect([reads, run.host.status.type]).toEqual([before, 'help']);
});
