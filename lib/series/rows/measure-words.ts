import { assertNever } from '../../base/assert-never';
import type { Measure, MeasureId } from '../../rows/totals/measures';
import { dollars } from '../words/format-dollars';
import { exactNumber, shortNumber } from '../words/format-number';

/** The rows of the table of sums. */
export const summedMeasures: readonly MeasureId[] = [
  'cost',
  'compactions',
  'modelCalls',
  'peak',
  'sent',
  'neededLater',
  'dead',
  'failures',
];

/** What differences and sessions can be looked at by. */
export const comparedMeasures: readonly MeasureId[] = [
  'cost',
  'neededLater',
  'compactions',
  'peak',
  'sent',
  'modelCalls',
];

export function measureText({ unit }: Measure, value: number): string {
  const sign = value < 0 ? '−' : '';
  const size = Math.abs(value);
  switch (unit) {
    case 'dollars':
      return `${sign}${dollars(size)}`;
    case 'tokens':
      return `${sign}${shortNumber(size)}`;
    case 'count':
      return `${sign}${Number.isInteger(size) ? exactNumber(size) : size.toFixed(2)}`;
    default:
      return assertNever(unit);
  }
}

/** `+$1.20`, `−3`, `=` */
export function differenceText(measure: Measure, by: number): string {
  return by === 0 ? '=' : `${by > 0 ? '+' : ''}${measureText(measure, by)}`;
}

/** `+12.3 %`, `−4.0 %` */
export function changeText(share: number): string {
  const points = Math.abs(share * 100).toFixed(1);
  return points === '0.0' ? '0.0 %' : `${share > 0 ? '+' : '−'}${points} %`;
}
