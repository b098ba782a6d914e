import { faultInSight } from '../sight/faults';
import { call, finish, grep, type Move, type PlannedCall, shell } from '../sight/move';
import type { VisibleContext } from '../sight/sight';
import { isCode, knownFiles, madeInStep, outputInStep, readInStep, testCommand, toRead } from './step-sight';
import { stepWords } from './step-words';

/**
 * The case that fails, then the command that it gives, then whatever that calls, until something explains the case:
 *
 *   balance.awk  calls read_entry  ──▶  entry.awk  calls to_cents  ──▶  amount.awk
 *
 * What was read may be cleared before the end is reached, so each file is judged as soon as it is in sight.
 */
export function trace(sight: VisibleContext, step: string): Move {
  const { failing } = stepWords(step);
  const [group = '', name = ''] = failing.split('/');
  const alone = onlyTests(sight, group);
  if (alone !== undefined && madeInStep(sight, alone) === undefined)
    return call(`I'll run only the ${group} tests.`, alone);
  const files = knownFiles(sight);
  const code = files.filter(isCode);
  const caseFiles = files.filter((path) => path.startsWith('tests/') && path.includes(group));
  const cases = caseFiles.map((path) => sight.files.get(path)?.text ?? '').join('\n');
  const fault = faultInSight(sight, code);
  if (fault !== undefined) return shown(sight, caseIn(cases, name)) ?? finish(`${fault.path}: ${fault.why}`);
  return (
    toRead(sight, `What is the input of ${failing}, and what should it produce?`, ...caseFiles) ??
    begin(sight, code, caseIn(cases, name)) ??
    follow(sight, code) ??
    toRead(
      sight,
      "I'll go through the rest of the code, too.",
      ...code.filter((path) => !isRead(sight, path)).slice(0, 1),
    ) ??
    finish("I've read the whole program and can't see why.")
  );
}

function onlyTests(sight: VisibleContext, group: string): PlannedCall | undefined {
  const command = testCommand(sight)?.input.command;
  return typeof command === 'string' ? shell(`${command} ${group}`) : undefined;
}

/** The lines from `=== name | command …` to the next one. */
function caseIn(cases: string, name: string): readonly string[] {
  const lines = cases.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`=== ${name} `));
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('==='));
  return start === -1 ? [] : lines.slice(start, length === -1 ? undefined : start + 1 + length);
}

function begin(sight: VisibleContext, code: readonly string[], [heading = '']: readonly string[]): Move | undefined {
  const [, command = ''] = /\| (\w+)/.exec(heading) ?? [];
  const start = code.filter((path) => path.endsWith(`/${command}.awk`));
  return toRead(sight, `The case runs "${command}", so I'll start with that command.`, ...start);
}

/** Called in visible code, but defined elsewhere. */
function follow(sight: VisibleContext, code: readonly string[]): Move | undefined {
  const texts = code.map((path) => sight.files.get(path)?.text ?? '').join('\n');
  const called = [...texts.matchAll(/\b([a-z]+_[a-z_]+)\(/g)].map(([, name = '']) => name);
  for (const name of new Set(called)) {
    if (texts.includes(`function ${name}(`)) continue;
    const where = grep(`function ${name}`);
    if (madeInStep(sight, where) === undefined) return call(`Where is ${name} defined?`, where);
    const found = outputInStep(sight, where) ?? '';
    const path = code.find((each) => found.includes(`${each}:`));
    const seen = path === undefined ? undefined : toRead(sight, `${name} is in ${path}.`, path);
    if (seen !== undefined) return seen;
  }
  return undefined;
}

function isRead(sight: VisibleContext, path: string): boolean {
  return readInStep(sight, path) !== undefined;
}

/** A single line with a negative amount. */
function shown(sight: VisibleContext, [, ...lines]: readonly string[]): Move | undefined {
  const negative = lines.find((line) => /\| *[-(][\d,.]+\)? *\|/.test(line) && !line.includes("'"));
  if (negative === undefined) return undefined;
  const alone = shell(`echo '${negative}' | sh tally balance -`);
  const isShown = madeInStep(sight, alone) !== undefined;
  return isShown ? undefined : call('That could be it. Let me try one line of the case on its own.', alone);
}
