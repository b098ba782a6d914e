import { call, finish, type Move, shell } from '../sight/move';
import { outputOf, restOfStored, toSee } from '../sight/seeing';
import type { VisibleContext } from '../sight/sight';
import { pathOf } from '../sight/tool-uses';
import { madeInStep, stepUses } from './step-sight';

const MAX_COMMANDS = 5;
const MAX_PARTS = 3;
const README = 'README.md';

/** Runs the README's commands one after another; of a long stored report, reads enough to know the outcome. */
export function tryOut(sight: VisibleContext): Move {
  const seen = toSee(sight, 'The README shows how to use the program.', README);
  if (seen !== undefined) return seen;
  const commands = commandsIn(sight.files.get(README)?.text ?? '').map(shell);
  const ends: string[] = [];
  for (const command of commands) {
    const use = madeInStep(sight, command);
    if (use === undefined) return call("I'll try the commands from the README.", command);
    const rest = restOfStored(sight, use);
    const parts = stepUses(sight).filter((each) => pathOf(each)?.startsWith('tool-results/') === true).length;
    if (rest !== undefined && parts < MAX_PARTS)
      return call("The output was too long and was stored. I'll read it from there.", rest);
    ends.push((outputOf(sight, use) ?? '').trimEnd().split('\n').at(-1)?.trim() ?? '');
  }
  const last = ends.filter((line) => line !== '').at(-1);
  return finish(
    last === undefined
      ? 'The README has no commands.'
      : `Ran ${ends.length} commands; the last one ends with "${last}".`,
  );
}

/** Plain words only, because they are run: `sh tally month data/club.txt 2026-03`, as in a table; and everything in the last book, which is long. */
function commandsIn(readme: string): readonly string[] {
  const shown = [...readme.matchAll(/^(sh [\w.][\w./-]* \w+ +\w+\/[\w./-]+(?: [\w-]+)?)(?: {2,}|$)/gm)];
  const commands = shown.slice(0, MAX_COMMANDS).map(([, command = '']) => command.replace(/ +/g, ' '));
  const whole = /^(sh \S+) \w+ (\S+)/.exec(commands.at(-1) ?? '');
  return whole === null ? commands : [...commands, `${whole[1]} register ${whole[2]}`];
}
