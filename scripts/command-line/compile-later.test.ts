import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// A flag that this Node does not know would be written to stderr with every command.
it('sets what this Node knows, and says nothing', () => {
  const command = fileURLToPath(new URL('../highwater.mjs', import.meta.url));
  const run = spawnSync(process.execPath, [command, '--version'], { encoding: 'utf8' });
  expect([run.status, run.stderr]).toEqual([0, '']);
});
