import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import './set-up/install/require-node.mjs';

const main = fileURLToPath(new URL('./fuzz/main.ts', import.meta.url));
const run = spawnSync(process.execPath, ['--import', 'tsx', main, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = run.status ?? 1;
