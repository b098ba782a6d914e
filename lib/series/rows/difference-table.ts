import { type PairedDifference, pairedDifference } from '../../rows/statistics/paired-difference';
import { type MeasureId, measures } from '../../rows/totals/measures';
import { type ComparedSessions, type LeftOut, leftOut } from './compared-sessions';

/** A policy against the baseline, over the sessions that both went through to the end. */
export interface DifferenceRow {
  readonly name: string;
  readonly difference: PairedDifference;
  readonly leftOut: Readonly<Record<LeftOut, number>>;
}

export function differenceTable(
  { names, sessions, baseline }: ComparedSessions,
  id: MeasureId,
): readonly DifferenceRow[] {
  const measure = measures[id];
  return names.flatMap((name, index) => {
    if (index === baseline) return [];
    const counts = { computing: 0, 'no-result': 0, 'ended-early': 0, unknown: 0 };
    const pairs = sessions.flatMap(({ under }) => {
      const [base, policy] = [under[baseline], under[index]];
      const why = leftOut(measure, [base, policy]);
      if (why !== undefined) counts[why] += 1;
      if (why !== undefined || base === undefined || policy === undefined) return [];
      return [{ baseline: measure.of(base) ?? 0, policy: measure.of(policy) ?? 0 }];
    });
    return [{ name, difference: pairedDifference(pairs), leftOut: counts }];
  });
}
