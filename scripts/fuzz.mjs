import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import './set-up/install/require-node.mjs';

const main = fileURLToPath(new URL('./fuzz/main.ts', import.meta.url));
// Replays make much that is soon garbage.
const heap = ['--min-semi-space-size=32', '--max-semi-space-size=64'];
// Ctrl+C reaches the run, too, which ends with its table: this waits for it.
process.on('SIGINT', () => undefined);
const run = spawnSync(process.execPath, [...heap, '--import', 'tsx', main, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exitCode = run.status ?? 1;
