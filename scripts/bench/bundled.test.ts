import { expect, it } from 'vitest';
import { largeSessionLines } from '../samples/large-session';
import { runBundled } from './bundled';

it('runs a module whose imports read files beside them, with its arguments', async () => {
  const printed = await runBundled(new URL('./bundled.test-support.ts', import.meta.url), ['20000']);
  expect(printed).toBe([...largeSessionLines(20_000, 1)].join('\n'));
});
