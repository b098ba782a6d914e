import type { Measure } from '../../series/tables/outcome-measures';
import type { DifferingValue } from '../../series/tables/setting-differences';
import type { EffectlessRange } from '../../series/tables/sweep-series';
import { runFailure, runFailureWords } from '../../simulator/replay/run-failure';
import type { SweepRow } from '../../sweep/sweep-rows';
import { numberText } from './typed-number';

/** A value of a setting for display: `13,000 tokens`, `83.5 %`, `off`. */
export function valueWords(value: DifferingValue, unit?: string): string {
  if (value === undefined) return 'not set';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'number' ? `${numberText(value)}${unitWords(unit)}` : value;
}

function unitWords(unit: string | undefined): string {
  if (unit === undefined || unit === 'share') return '';
  return unit === 'percent' ? ' %' : ` ${unit}`;
}

/** A row of a sweep, for screen readers. */
export function rowWords(shown: readonly Measure[], row: SweepRow, unit: string): string {
  const amounts = shown.flatMap((measure) => {
    const amount = measure.of(row);
    return amount === undefined ? [] : [`${measure.title.toLowerCase()} ${measure.exact(amount)}`];
  });
  const failure = runFailure(row);
  const end = failure === undefined ? [] : [runFailureWords(failure, failure.call + 1)];
  return `${valueWords(row.value, unit)}: ${[...amounts, ...end].join(', ')}`;
}

/** Ranges in which a setting has no effect, longest first. */
export function effectlessWords(ranges: readonly EffectlessRange[], unit: string | undefined): readonly string[] {
  return [...ranges]
    .sort((a, b) => b.tried - a.tried)
    .map(
      (range) =>
        `No effect on this session from ${numberText(range.from)} to ${valueWords(range.to, unit)} (${range.tried} values tried).`,
    );
}
