import { seconds } from './seconds.mjs';

/** Runs a step that may fail, and says what it is and what came of it. Returns true if it succeeded. */
export async function attempt(say, what, command) {
  say(`${what}…`);
  const { code, output, tookMs } = await command();
  const lines = output.trim().split('\n');
  const reason = lines.find((line) => /error/i.test(line)) ?? lines.at(-1);
  say(code === 0 ? `Done in ${seconds(tookMs)}.` : `Failed after ${seconds(tookMs)}: ${reason || `exit code ${code}`}`);
  return code === 0;
}
