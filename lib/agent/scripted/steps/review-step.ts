import { assertNever } from '../../../base/assert-never';
import { weaknessesIn } from '../sight/faults';
import { call, finish, grep, type Move, type PlannedCall, read, shell } from '../sight/move';
import { namesDefinedIn } from '../sight/names-defined';
import { timesResumed } from '../sight/plan';
import { counted } from '../sight/quoted-lines';
import { isVisible, newest, outputOf, restOfStored } from '../sight/seeing';
import { hasFailed } from '../sight/seen-files';
import type { VisibleContext } from '../sight/sight';
import { madeInStep, readInStep, type TestOutcome, testCommand, testOutcome } from './step-sight';
import { stepWords } from './step-words';

const LINES_AT_ONCE = 120;
const MAX_NAMES = 3;

/** File by file: read it, search for its uses, and write a note to the workspace. At the end, run the tests. */
export function review(sight: VisibleContext, step: string): Move {
  const { paths, round } = stepWords(step);
  const notes = `REVIEW-${round}.md`;
  // The notes show which of these files were done before the context was compacted.
  const isResumed = timesResumed(step) > 0 && newest(sight, 'Read', notes) === undefined;
  if (isResumed) return call(`Let me check in ${notes} which of these files I've already reviewed.`, read(notes));
  // The notes may have been cleared since: files before the current one are done.
  const begun = paths.findLastIndex((each) => readInStep(sight, each) !== undefined);
  const path = paths.slice(Math.max(0, begun)).find((each) => !isNoted(sight, each, notes));
  if (path !== undefined) return reviewFile(sight, step, path, notes);
  const tests = testCommand(sight);
  if (tests === undefined) return finish(`The notes are in ${notes}.`);
  const outcome = testOutcome(sight, tests);
  if (outcome === undefined) return call("I'll run the tests to make sure that nothing broke.", tests);
  return finish(`Noted in ${notes}. ${testWords(outcome)}`);
}

function testWords(outcome: TestOutcome): string {
  switch (outcome.type) {
    case 'passed':
      return 'The tests pass.';
    case 'failing':
      return `${outcome.failing.length} ${outcome.failing.length === 1 ? 'test fails' : 'tests fail'}.`;
    case 'broken':
      return `The test command itself failed: ${outcome.line}`;
    default:
      return assertNever(outcome);
  }
}

function reviewFile(sight: VisibleContext, step: string, path: string, notes: string): Move {
  const use = readInStep(sight, path);
  // It may be the one that did not fit last time.
  const part = timesResumed(step) > 0 ? { limit: LINES_AT_ONCE } : {};
  if (use === undefined) return call(`Next up: ${path}.`, read(path, part));
  if (use.result?.state === 'cleared')
    return call(`${path} was cleared before I finished reviewing it. Let me read it again.`, read(path, part));
  const rest = restOfStored(sight, use);
  if (rest !== undefined) return call(`The rest of ${path} is stored. I'll keep reading.`, rest);
  const text = sight.files.get(path)?.text ?? '';

  const looks = lookUps(sight, path, text);
  const next = looks.find(({ wanted }) => madeInStep(sight, wanted) === undefined);
  if (next !== undefined) return call(next.say, next.wanted);
  if (hasFailed(use)) return note(path, notes, [`${path}: could not be read.`]);
  const found = looks.map(({ wanted }) => madeInStep(sight, wanted)).filter((each) => each !== undefined);
  const seen = found.map((each) => outputOf(sight, each) ?? '').join('\n');
  const isAll = found.every(({ result }) => result?.state === 'whole');
  const reviewed = { path, text, isWhole: isVisible(sight, path), seen, isAll };
  return note(path, notes, observations(reviewed, stepWords(step).round));
}

/** A file, and what the searches for its names found, as far as both are in sight. */
interface Reviewed {
  readonly path: string;
  readonly text: string;
  readonly isWhole: boolean;
  readonly seen: string;
  readonly isAll: boolean;
}

interface LookUp {
  readonly say: string;
  readonly wanted: PlannedCall;
}

function lookUps(sight: VisibleContext, path: string, text: string): readonly LookUp[] {
  const names = namesDefinedIn(text).slice(0, MAX_NAMES);
  const [, group] = /^tests\/\w+\/(\w+)\./.exec(path) ?? [];
  const tests = testCommand(sight)?.input.command;
  return [
    ...names.map((name) => ({ say: `Where is ${name} used?`, wanted: grep(name) })),
    ...(names.length > 0 ? [] : [{ say: 'Where is it mentioned?', wanted: grep(path.replace(/^.*\//, '')) }]),
    ...(group === undefined || typeof tests !== 'string'
      ? []
      : [{ say: `Do the ${group} tests pass?`, wanted: shell(`${tests} ${group}`) }]),
    {
      say: 'Are there any open TODOs in it?',
      wanted: shell(`grep -n -E 'TODO|FIXME|XXX' ${path}; wc -l -c ${path}`),
    },
  ];
}

function note(path: string, notes: string, lines: readonly string[]): Move {
  const text = [`## ${path}`, ...lines.map((line) => `- ${line}`)].join('\n');
  return call(lines[0] ?? `${path} is done.`, shell(`cat >> ${notes} <<'END'\n${text}\nEND`));
}

function isNoted(sight: VisibleContext, path: string, notes: string): boolean {
  const heading = `## ${path}\n`;
  if (sight.files.get(notes)?.text.includes(heading) === true) return true;
  return sight.uses.some(
    ({ name, input }) => name === 'Bash' && String(input.command).startsWith(`cat >> ${notes} <<'END'\n${heading}`),
  );
}

/** Only what can be counted in what is in sight. Each round looks for something else. */
function observations({ path, text, isWhole, seen, isAll }: Reviewed, round: number): readonly string[] {
  const lines = text === '' ? [] : text.split('\n');
  const names = namesDefinedIn(text);
  const places = seen.split('\n').filter((line) => /^[\w./-]+:\d+:/.test(line)).length;
  const isOpen = /\b(?:TODO|FIXME|XXX)\b/.test(text);
  const least = isWhole ? '' : 'at least ';
  const eyes: readonly (() => string)[] = [
    () =>
      `${least}${counted(lines.length, 'line')}${names.length === 0 ? '' : `, defines ${names.slice(0, 8).join(', ')}`}.`,
    () =>
      `the longest line${isWhole ? '' : ' in sight'} has ${Math.max(0, ...lines.map((line) => line.length))} characters.`,
    () =>
      `${least}${lines.filter((line) => /^\s*(?:#|\/\/)/.test(line)).length} of ${lines.length} lines are comments or headings.`,
    () => `${least}${new Set(text.match(/[A-Za-z_]{4,}/g) ?? []).size} distinct words.`,
  ];
  return [
    `${path}: ${eyes[(round - 1) % eyes.length]?.() ?? ''}`,
    `The searches found ${isAll ? '' : 'at least '}${counted(places, 'line')}.`,
    ...weaknessesIn(text),
    ...(isOpen ? ['It contains an open TODO.'] : []),
  ];
}
