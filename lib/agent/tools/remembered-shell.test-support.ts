import { createHash } from 'node:crypto';
import { type ShellRun, type ShellRunner, shellHere } from './shell';

const runs = new Map<string, Promise<ShellRun>>();

/** The sample's tests and its program, which read code and the files they are given, but no prose. */
const READS_NO_PROSE = /^sh (run-tests\.sh( \w+)?|tally \w+ data\/\S+( \S+)?)$/;

/**
 * The real shell, run once for the same command over the same files: the tests of the sample workspace take most of the
 * time of a scripted run, and its runs differ in little else. They look at no modification time.
 */
export const rememberedShell: ShellRunner = {
  run(command, files, options) {
    const { timeLimitMs, args, clock } = options;
    const read = READS_NO_PROSE.test(command) ? Object.entries(files).filter(([path]) => !path.endsWith('.md')) : files;
    const asked = createHash('sha256')
      .update(JSON.stringify([command, timeLimitMs, args, clock.nowMs, read]))
      .digest('base64');
    const known = runs.get(asked) ?? shellHere.run(command, files, options);
    runs.set(asked, known);
    return known;
  },
};
