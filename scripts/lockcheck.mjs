import './set-up/install/require-node.mjs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockfileProblems } from './set-up/install/lockfile-problems.mjs';
import { projectFolder } from './set-up/project.mjs';

const read = (name) => JSON.parse(readFileSync(join(projectFolder, name), 'utf8'));
const lockfile = read('package-lock.json');
const problems = lockfileProblems(lockfile, read('package.json'));

if (problems.length === 0) {
  console.log(`package-lock.json is complete for every platform (${Object.keys(lockfile.packages).length} entries).`);
} else {
  console.error(`package-lock.json is not complete:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  process.exitCode = 1;
}
