import './set-up/install/require-node.mjs';
import { join } from 'node:path';
import { ensureDependencies } from './set-up/install/dependencies.mjs';
import { projectFolder } from './set-up/project.mjs';

// `npm pack --json` has stdout for itself.
if (await ensureDependencies(projectFolder, console.error)) {
  const { register } = await import('tsx/esm/api');
  register({ tsconfig: join(projectFolder, 'tsconfig.json') });
  await import('./package/main.ts');
} else {
  process.exitCode = 1;
}
