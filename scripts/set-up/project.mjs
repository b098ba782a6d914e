import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

const toolFiles = {
  biome: '@biomejs/biome/bin/biome',
  next: 'next/dist/bin/next',
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
};

/**
 * The JavaScript file of a tool, to be run by Node directly: with `npx` or `.bin` a shell would own the process and
 * outlive a signal.
 */
export function toolFile(name) {
  return join(projectFolder, 'node_modules', toolFiles[name]);
}
