import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies } from '../set-up/install/dependencies.mjs';
import { projectFolder } from '../set-up/project.mjs';

// Logs go to stderr: stdout may be read as JSON by another program.
const ready =
  existsSync(join(projectFolder, 'node_modules/tsx')) || (await ensureDependencies(projectFolder, console.error));

if (ready) {
  const { register } = await import('tsx/esm/api');
  register({ tsconfig: join(projectFolder, 'tsconfig.json') });
  await import('./main.ts');
} else {
  process.exitCode = 1;
}
