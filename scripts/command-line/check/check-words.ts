import { assertNever } from '../../../lib/base/assert-never';
import type { CheckReport } from '../../../lib/rows/gate/check-report';
import type { Condition } from '../../../lib/rows/gate/condition';
import type { GateResult } from '../../../lib/rows/gate/judge-gates';
import type { CheckedSession } from '../../../lib/rows/gate/session-pairs';
import type { Interval } from '../../../lib/rows/statistics/bootstrap-interval';
import { type MeasureId, measures, totalTitle } from '../../../lib/rows/totals/measures';
import { differenceText, measureText } from '../../../lib/series/rows/measure-words';
import { counted } from '../../../lib/series/words/format-number';
import type { FailedFile } from '../failed-file';

/** What every output of a check is made of. */
export interface CheckTexts {
  readonly report: CheckReport;
  readonly policy: string;
  readonly baseline: string;
  readonly engine: number;
  /** Files that could not be read, with what to do. */
  readonly unread: readonly FailedFile[];
  nameOf(session: CheckedSession): string;
}

export function changeText(share: number): string {
  if (share === 0) return '=';
  if (!Number.isFinite(share)) return 'from 0';
  return `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(2)} %`;
}

export function verdictTitle({ verdict, gates }: CheckReport): string {
  const failed = gates.filter((gate) => gate.verdict === 'failed').length;
  switch (verdict) {
    case 'passed':
      return `passed: ${counted(gates.length, 'gate')}`;
    case 'failed':
      return `failed: ${failed} of ${counted(gates.length, 'gate')}`;
    case 'error':
      return 'error: a gate has nothing to compare';
    default:
      return assertNever(verdict);
  }
}

/** What was compared, how far apart it is, and how sure that is. */
export function gateSentences({ nameOf }: Pick<CheckTexts, 'nameOf'>, gate: GateResult): readonly string[] {
  const { condition } = gate;
  const { measure: id } = condition;
  const title = condition.scope === 'all' ? totalTitle(id) : measures[id].title;
  if (gate.verdict === 'unknown')
    return [`${title}: unknown for each of ${counted(gate.leftOut, 'session')}.`, adviceFor(id)];
  const { ours, baseline, value, interval, compared, leftOut, furthest } = gate;
  const where = furthest === undefined ? `over ${counted(compared, 'session')}` : `in ${nameOf(furthest)}`;
  const difference = condition.unit === 'share' ? changeText(value) : differenceText(measures[id], value);
  const compares = condition.of === 'difference';
  const than = compares ? `, against ${measureText(measures[id], baseline)} (${difference})` : '';
  return [
    `${title}: ${measureText(measures[id], ours)}${than}, ${where}${leftOut === 0 ? '' : ` (${leftOut} left out)`}.`,
    ...(compares && furthest === undefined && value !== 0
      ? [certainty(condition, gate.isTooCloseToTell, interval)]
      : []),
  ];
}

function certainty(condition: Condition, isTooCloseToTell: boolean, interval: Interval | undefined): string {
  if (interval === undefined) return 'Too few sessions differ to say what others would come to.';
  const range = `${limitText(condition, interval.low)} to ${limitText(condition, interval.high)}`;
  return isTooCloseToTell
    ? `Too close to tell: other sessions of the same kind would come to ${range} (95 %), on both sides of the limit.`
    : `Other sessions of the same kind would come to ${range} (95 %).`;
}

function limitText({ measure, unit }: Condition, value: number): string {
  return unit === 'share' ? changeText(value) : differenceText(measures[measure], value);
}

function adviceFor(id: MeasureId): string {
  if (id === 'cost') return 'Check that the prices of their models are known, or remove the condition.';
  return 'Check that sessions go through to the end under both, or remove the condition.';
}

/** What was left out of the comparison, and why. */
export function noteLines({ report, unread }: CheckTexts): readonly string[] {
  const { endedEarly, noResult, onlyOurs, onlyBaseline } = report;
  const notes: readonly (readonly [number, string])[] = [
    [endedEarly.count, 'ended early under one of the two: only that is compared'],
    [noResult.count, 'without a result under one of the two'],
    [onlyOurs, 'not in the baseline'],
    [onlyBaseline, 'only in the baseline'],
  ];
  return [
    ...notes.flatMap(([count, words]) => (count === 0 ? [] : [`${counted(count, 'session')} ${words}`])),
    ...(unread.length === 0 ? [] : [`${counted(unread.length, 'file')} could not be read`]),
  ];
}

export function exitCodeOf({ verdict }: Pick<CheckReport, 'verdict'>): number {
  switch (verdict) {
    case 'passed':
      return 0;
    case 'failed':
      return 1;
    case 'error':
      return 2;
    default:
      return assertNever(verdict);
  }
}
