import { userContextIn } from '../sight/memory-in-sight';
import { glob, type Move, type PlannedCall, shell } from '../sight/move';
import { PLAN_FILE } from '../sight/plan';
import { outputOf, toSee } from '../sight/seeing';
import { hasFailed } from '../sight/seen-files';
import type { VisibleContext } from '../sight/sight';
import { pathOf, plainPath, type ToolUse, textOf } from '../sight/tool-uses';

/** The visible part of the current step: everything since the task list was last written. */
export function stepUses({ uses, plan }: VisibleContext): readonly ToolUse[] {
  return uses.filter(({ at }) => at >= (plan?.at ?? 0));
}

/** The same call, made in this step. */
export function madeInStep(sight: VisibleContext, { name, input }: PlannedCall): ToolUse | undefined {
  const wanted = JSON.stringify(input);
  return stepUses(sight).findLast((use) => use.name === name && JSON.stringify(use.input) === wanted);
}

export function readInStep(sight: VisibleContext, path: string): ToolUse | undefined {
  return stepUses(sight).findLast((use) => use.name === 'Read' && pathOf(use) === path);
}

export const LIST_ALL = glob('**');

/** The model's own plan and notes are not part of its task. */
const OWN_FILES = /^(?:PLAN|REVIEW-\d+)\.md$/;

/** The files of the repository, from a visible list, or from the plan. */
export function knownFiles({ uses, files }: VisibleContext): readonly string[] {
  const list = uses.findLast((use) => use.name === 'Glob' && textOf(use) !== undefined);
  const [, noted = ''] = /\bFiles: (.*)$/m.exec(files.get(PLAN_FILE)?.text ?? '') ?? [];
  const lines = list === undefined ? noted.split(', ') : (textOf(list) ?? '').split('\n').map(plainPath);
  return lines.filter((path) => /^[\w./-]+$/.test(path) && !OWN_FILES.test(path));
}

/** Reads files that are neither in sight nor were read in this step: those cleared since have been examined. */
export function toRead(sight: VisibleContext, why: string, ...paths: readonly string[]): Move | undefined {
  return toSee(sight, why, ...paths.filter((path) => readInStep(sight, path)?.result?.state !== 'cleared'));
}

const TEST_COMMAND =
  /`((?:sh|bash) [\w./-]{0,200}?test[\w./-]{0,200})`|^(?: {4}|\t)((?:sh|bash) [\w./-]{0,200}?test[\w./-]{0,200})$/m;

/** What any other file says is data: a script must not run what it happens to read. */
const RULES = ['AGENTS.md', 'CLAUDE.md', 'README.md', PLAN_FILE];

/** How to run the tests, if the visible rules, the user context, the README, the plan or a summary says so. */
export function testCommand(sight: VisibleContext): PlannedCall | undefined {
  const { files, summary } = sight;
  const { instructions } = userContextIn(sight);
  for (const text of [...RULES.map((path) => files.get(path)?.text ?? ''), instructions, summary ?? '']) {
    const [, quoted, indented] = TEST_COMMAND.exec(text) ?? [];
    const command = quoted ?? indented;
    if (command !== undefined) return shell(command);
  }
  return undefined;
}

/** The names of failed tests in an output. */
export function failingIn(output: string): readonly string[] {
  const names = [...output.matchAll(/^[^\w\r\n]{0,80}(?:FAIL(?:ED)?|not ok)\b[:\s-]*(?:\d+ - )?([\w./-]+)/gim)].map(
    ([, name = '']) => name,
  );
  return [...new Set(names)];
}

export function outputInStep(sight: VisibleContext, wanted: PlannedCall): string | undefined {
  const use = madeInStep(sight, wanted);
  return use === undefined ? undefined : (outputOf(sight, use) ?? '');
}

/** What a test run that is in sight says; undefined if it was not run, or its output was cleared. */
export function testOutcome(sight: VisibleContext, command: PlannedCall): TestOutcome | undefined {
  const use = madeInStep(sight, command);
  const output = use === undefined ? undefined : outputOf(sight, use);
  if (use === undefined || output === undefined) return undefined;
  const failing = failingIn(output);
  const counts = /(?<!\d)\d+ passed, \d+ failed/.exec(output)?.[0];
  if (failing.length > 0) return { type: 'failing', failing };
  // A command that crashed names no failing test either.
  if (hasFailed(use)) return { type: 'broken', line: output.trim().split('\n')[0] ?? '' };
  return { type: 'passed', counts: counts ?? 'the command succeeded' };
}

export type TestOutcome =
  | { readonly type: 'passed'; readonly counts: string }
  | { readonly type: 'failing'; readonly failing: readonly string[] }
  | { readonly type: 'broken'; readonly line: string };

export function isCode(path: string): boolean {
  return /\.(?:awk|sh|js|ts|py)$/.test(path) && !path.startsWith('tests/');
}
