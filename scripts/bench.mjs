import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// The heap may grow as in a browser; the measured memory is the peak of the process.
const main = fileURLToPath(new URL('./bench/main.ts', import.meta.url));
const run = spawnSync(process.execPath, ['--import', 'tsx', main, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = run.status ?? 1;
