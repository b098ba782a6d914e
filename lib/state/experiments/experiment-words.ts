import { assertNever } from '../../base/assert-never';
import type { Failure } from '../../base/failure';
import type { RowSource } from '../../experiments/experiment';
import type { Measured } from '../../experiments/measured';
import { type MeasureId, scaleOf } from '../../experiments/measures';
import type { ExperimentPrice } from '../../experiments/price';
import { millsText } from '../../series/words/format-dollars';
import { exactNumber, percent } from '../../series/words/format-number';
import type { BoundaryKind, Experiment, PlacedBoundary } from './experiment-record';

export function rowTitle(row: RowSource): string {
  switch (row.type) {
    case 'recorded':
      return 'Recorded summary';
    case 'offline':
      return 'Offline (by rules)';
    case 'model':
      return `${row.promptTitle}, ${row.model}`;
    default:
      return assertNever(row);
  }
}

export const boundaryKindWords: Readonly<Record<BoundaryKind, string>> = {
  recorded: 'recorded compactions',
  simulated: 'simulated compactions',
  last: 'last call',
};

/** `Long bug hunt, call 141` */
export function boundaryTitle({ title, call }: Pick<PlacedBoundary, 'title' | 'call'>): string {
  return `${title}, call ${exactNumber(call + 1)}`;
}

/** `72 %`, or without a unit: `42` for each 1,000 tokens. */
export function valueText(value: number, score: MeasureId): string {
  const { times, unit } = scaleOf(score);
  return unit === '%' ? percent(value) : exactNumber(value * times);
}

/** `65–80 %`: what it is depends on the number of values. Empty for a single one, and if all are shown the same. */
export function intervalText({ low, high, interval }: Measured, score: MeasureId): string {
  const [from, to] = [valueText(low, score), valueText(high, score)];
  return interval === 'none' || from === to ? '' : `${from.replace(' %', '')}–${to}`;
}

/** `72 % (65–80 %)` */
export function measuredText(measured: Measured, score: MeasureId): string {
  const interval = intervalText(measured, score);
  return `${valueText(measured.median, score)}${interval === '' ? '' : ` (${interval})`}`;
}

export const intervalWords: Readonly<Record<Measured['interval'], string>> = {
  none: 'one answer',
  range: 'min to max',
  quartiles: 'quartiles',
};

/** From thousandths of a dollar, all of them: sums of what is shown are exact. */
/** `$0.412 to $9.800, likely $1.204` */
export function priceText({ least, likely, most }: Pick<ExperimentPrice, 'least' | 'likely' | 'most'>): string {
  return `${millsText(least)} to ${millsText(most)}, likely ${millsText(likely)}`;
}

/** [V7] In thousandths of a dollar. */
export function limitReached(next: number, spent: number, limit: number): Failure {
  return {
    what: `Stopped at the limit of ${millsText(limit)}: the next request may cost up to ${millsText(next)}, and ${millsText(spent)} may be spent already.`,
    advice: 'It was not sent. All answers so far are kept. Continue with a higher limit.',
  };
}

/** [V7] */
export function unpricedUnderLimit({ rows }: Pick<Experiment, 'rows'>, id: string): Failure {
  const row = rows.find((each) => each.id === id);
  return {
    what: `The price of ${row?.type === 'model' ? row.model : 'a model'} is unknown, so the limit cannot be checked.`,
    advice: 'Nothing was sent to it. Continue without a limit, or set up the experiment without this model.',
  };
}
