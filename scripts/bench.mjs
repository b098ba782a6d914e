import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// The heap is left to grow as it does in a browser; the memory measured is the process's own peak.
const main = fileURLToPath(new URL('./bench/main.ts', import.meta.url));
const run = spawnSync(process.execPath, ['--import', 'tsx', main, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = run.status ?? 1;
