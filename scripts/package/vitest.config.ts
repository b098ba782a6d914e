import { defineConfig } from 'vitest/config';
import { projectFolder } from '../set-up/project.mjs';

/** A step of its own: it needs the build of the page. */
export default defineConfig({
  test: {
    root: projectFolder,
    include: ['scripts/package/installed.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
