import type { Measure } from '../../series/tables/outcome-measures';
import type { DifferingValue } from '../../series/tables/setting-differences';
import type { EffectlessRange } from '../../series/tables/sweep-series';
import { runFailure, runFailureWords } from '../../simulator/replay/run-failure';
import type { SweepRow } from '../../sweep/sweep-rows';
import { numberText } from './typed-number';

/** A value of a setting as people read it: `13,000 tokens`, `83.5 %`, `off`. */
export function valueWords(value: DifferingValue, unit?: string): string {
  if (value === undefined) return 'not set';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'number' ? `${numberText(value)}${unitWords(unit)}` : value;
}

function unitWords(unit: string | undefined): string {
  if (unit === undefined || unit === 'share') return '';
  return unit === 'percent' ? ' %' : ` ${unit}`;
}

/** A row of a sweep, to be read out. */
export function rowWords(shown: readonly Measure[], row: SweepRow, unit: string): string {
  const amounts = shown.flatMap((measure) => {
    const amount = measure.of(row);
    return amount === undefined ? [] : [`${measure.title.toLowerCase()} ${measure.exact(amount)}`];
  });
  const failure = runFailure(row);
  const end = failure === undefined ? [] : [runFailureWords(failure, failure.call + 1)];
  return `${valueWords(row.value, unit)}: ${[...amounts, ...end].join(', ')}`;
}

/** Where a setting of which `tried` values were tried has no effect; the longest ranges first. */
export function effectlessWords(
  ranges: readonly EffectlessRange[],
  tried: number,
  unit: string | undefined,
): readonly string[] {
  return [...ranges]
    .sort((a, b) => b.tried - a.tried)
    .map((range) => {
      const between = `from ${numberText(range.from)} to ${valueWords(range.to, unit)}`;
      return range.tried === tried
        ? `Nothing changes on this session ${between}, at any of the ${tried} values.`
        : `${capitalised(between)} nothing changes on this session (${range.tried} values).`;
    });
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
