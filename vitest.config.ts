import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['lib/**/*.test.ts', 'scripts/**/*.test.ts', 'e2e/stand-in/**/*.test.ts'],
    testTimeout: 60_000,
    // Long enough for a machine that is busy with other things: only what never happens fails a test.
    expect: { poll: { timeout: 50_000 } },
    // Nothing here changes what other files see, and to load every module anew for every file takes half of the time.
    isolate: false,
    // By itself it leaves one core idle, which is half of a small machine.
    maxWorkers: '100%',
    // Replays make much that is soon garbage: with more room for it, less of it has to be copied.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
  },
});
