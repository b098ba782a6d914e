import { call, end, type Move, type PlannedCall } from './move';
import { outputOf } from './seeing';
import { hasFailed } from './seen-files';
import { type Asked, usesSince, type VisibleContext } from './sight';
import type { ToolUse } from './tool-uses';

/** What an errand is done with: everything since it was asked for. */
export interface ErrandSight {
  readonly sight: VisibleContext;
  readonly asked: Asked;
}

/** The output of a call made for the errand. */
export interface Outcome {
  readonly use: ToolUse;
  readonly text: string;
  readonly failed: boolean;
  /** All of the output is in `text`. */
  readonly isWhole: boolean;
}

/** Makes the call, unless its result is in sight; then continues with its outcome. */
export function having(
  { sight, asked }: ErrandSight,
  say: string,
  wanted: PlannedCall,
  then: (outcome: Outcome) => Move,
): Move {
  const input = JSON.stringify(wanted.input);
  const use = usesSince(sight, asked.at).findLast(
    (each) => each.name === wanted.name && JSON.stringify(each.input) === input,
  );
  if (use?.result === undefined || use.result.state === 'cleared') return call(say, wanted);
  const isWhole = use.result.state === 'whole';
  return then({ use, text: (outputOf(sight, use) ?? '').trimEnd(), failed: hasFailed(use), isWhole });
}

/** Makes all of these calls at once, unless their results are in sight; then continues with their outcomes, in order. */
export function havingAll(
  at: ErrandSight,
  say: string,
  wanted: readonly PlannedCall[],
  then: (outcomes: readonly Outcome[]) => Move,
): Move {
  const outcomes: Outcome[] = [];
  for (const each of wanted) {
    const missing = having(at, say, each, (outcome) => {
      outcomes.push(outcome);
      return end('');
    });
    if (missing.type === 'answer' && missing.calls.length > 0) return call(say, ...wanted);
  }
  return then(outcomes);
}

/** One argument of a shell command: paths are checked to have no quotation marks. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The message of a failed command, without its exit code. */
export function messageOf({ text }: Outcome): string {
  return text.replace(/\n?\[exit code \d+\]$/, '').trim();
}
