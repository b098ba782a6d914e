import { defineConfig } from 'vitest/config';
import { projectFolder } from '../set-up/project.mjs';

/** A step of its own: it needs the build of the page. */
export default defineConfig({
  test: {
    root: projectFolder,
    include: ['scripts/package/installed.ts'],
    // Long enough for a machine that is busy with other things.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
