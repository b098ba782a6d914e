import { type ErrandSight, having, type Outcome } from '../sight/errand-sight';
import { call, end, type Move, read, shell } from '../sight/move';
import { counted, quotedLines } from '../sight/quoted-lines';
import { isVisible } from '../sight/seeing';
import { testCommand } from '../steps/step-sight';

const MAX_LINES = 30;

export function runCommand(at: ErrandSight, command: string): Move {
  return having(at, "I'll run that.", shell(command), (outcome) => end(ran(outcome)));
}

/** The command is what the rules or the README say. */
export function runTests(at: ErrandSight): Move {
  const { sight } = at;
  const command = testCommand(sight);
  if (command !== undefined) {
    return having(at, "I'll run the tests.", command, (outcome) => end(ran(outcome)));
  }
  const [unread] = ['AGENTS.md', 'README.md'].filter((path) => !isVisible(sight, path) && !wasTried(at, path));
  if (unread === undefined)
    return end("I couldn't find out how to run the tests: neither AGENTS.md nor README.md says it.");
  return call('The rules or the README should say how to run the tests.', read(unread));
}

function wasTried({ sight, asked }: ErrandSight, path: string): boolean {
  return sight.uses.some(({ at, name, input }) => at > asked.at && name === 'Read' && input.file_path === path);
}

function ran({ text, failed, isWhole }: Outcome): string {
  const code = /\n?\[exit code (\d+)\]$/.exec(text);
  const output = text.replace(/\n?\[exit code \d+\]$/, '');
  const ending = failed
    ? `The command failed${code === null ? '' : ` with exit code ${code[1]}`}.`
    : 'The command succeeded.';
  if (output.trim() === '' || output === '(no output)') return `${ending} It printed nothing.`;
  const lines = output.split('\n');
  const shown = isWhole ? lines.slice(-MAX_LINES) : lines.slice(0, MAX_LINES);
  const which = !isWhole
    ? 'Its output is too long for the context. It begins:'
    : lines.length > MAX_LINES
      ? `The last ${MAX_LINES} of ${counted(lines.length, 'line')} of its output:`
      : 'Its output:';
  return `${ending} ${which}\n${quotedLines(shown)}`;
}
