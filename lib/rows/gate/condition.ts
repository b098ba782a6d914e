import { fail, ok, type Result } from '../../base/result';
import { shown } from '../../base/shown';
import { type MeasureId, measureIds } from '../totals/measures';

export type Comparison = '>' | '>=' | '<' | '<=';

/** When a gate fails: `cost > +5%`. */
export interface Condition {
  /** As it was typed. */
  readonly text: string;
  readonly measure: MeasureId;
  readonly comparison: Comparison;
  /** With its sign. A share is that of the baseline: 0.05. */
  readonly limit: number;
  readonly unit: 'amount' | 'share';
  /** Of the difference to the baseline, or of the measure itself. */
  readonly of: 'difference' | 'value';
  readonly scope: 'all' | 'any-session';
}

/** Other names, as people call a measure. */
const ALIASES: Readonly<Record<string, MeasureId>> = { lostNeededLater: 'neededLater' };

const CONDITION =
  /^(?<name>[A-Za-z]{1,40})\s?(?<comparison>>=|<=|>|<)\s?(?<sign>[+\-−]?)\s?(?<money>\$?)\s?(?<digits>\d{1,20}(?:\.\d{1,20})?)\s?(?<percent>%?)(?<each> in any session)?$/;

export function parseCondition(given: string): Result<Condition> {
  const text = given.trim().replace(/\s+/g, ' ');
  const { name = '', comparison = '', sign, money, digits, percent, each } = CONDITION.exec(text)?.groups ?? {};
  const known = comparisons.find((each) => each === comparison);
  if (known === undefined)
    return fail(`${shown(text)} is not a condition; expected MEASURE > LIMIT, such as cost > +5% or dead > 0`);
  const measure = Object.hasOwn(ALIASES, name) ? ALIASES[name] : measureIds.find((id) => id === name);
  if (measure === undefined)
    return fail(`unknown measure ${shown(name)} in ${shown(text)}; expected one of: ${measureIds.join(', ')}`);
  if (money === '$' && measure !== 'cost') return fail(`${shown(text)}: only cost is in $`);
  const isShare = percent === '%';
  if (isShare && money === '$') return fail(`${shown(text)}: a limit is in $ or in %, not in both`);
  if (isShare && sign === '')
    return fail(`${shown(text)}: a limit in % is against the baseline, so it has a sign: +${digits}% or -${digits}%`);
  const size = Number(digits) / (isShare ? 100 : 1);
  return ok({
    text,
    measure,
    comparison: known,
    limit: sign === '' || sign === '+' ? size : -size,
    unit: isShare ? 'share' : 'amount',
    of: sign === '' ? 'value' : 'difference',
    scope: each === undefined ? 'all' : 'any-session',
  });
}

const comparisons: readonly Comparison[] = ['>', '>=', '<', '<='];

/** Whether the condition is met, so that the gate fails. */
export function isPast({ comparison, limit }: Pick<Condition, 'comparison' | 'limit'>, value: number): boolean {
  switch (comparison) {
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
  }
}

/**
 * Unless a condition says otherwise: a policy under which sessions end early, or have no result, is not cheaper for it.
 */
export function withUsualConditions(given: readonly Condition[]): readonly Condition[] {
  const usual = (['dead', 'failures'] as const)
    .filter((measure) => !given.some((each) => each.measure === measure))
    .map(
      (measure): Condition => ({
        text: `${measure} > +0`,
        measure,
        comparison: '>',
        limit: 0,
        unit: 'amount',
        of: 'difference',
        scope: 'all',
      }),
    );
  return [...given, ...usual];
}
