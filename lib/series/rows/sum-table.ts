import { type MeasureId, measures, totalTitle } from '../../rows/totals/measures';
import { hasFailed } from '../../rows/totals/replayed-session';
import type { ScenarioRow } from '../tables/scenario-table';
import { type ComparedSessions, leftOut, summedSessions } from './compared-sessions';
import { differenceText, measureText } from './measure-words';

/** A row for each measure, a cell for each policy: over the sessions that are in all of its cells. */
export function sumTable(compared: ComparedSessions, shown: readonly MeasureId[]): readonly ScenarioRow<MeasureId>[] {
  const { names, sessions, baseline } = compared;
  const hasFailures = sessions.some(({ under }) => under.some((each) => each !== undefined && hasFailed(each)));
  return shown
    .filter((id) => id !== 'failures' || hasFailures)
    .map((id) => {
      const measure = measures[id];
      const summed = summedSessions(id, sessions);
      const sums = names.map((_, index) => {
        if (summed.length === 0) return undefined;
        const sum = summed.reduce((total, { under }) => {
          const replayed = under[index];
          return total + (replayed === undefined ? 0 : (measure.of(replayed) ?? 0));
        }, 0);
        return measure.over === 'mean' ? sum / summed.length : sum;
      });
      const isComputing = sessions.some(({ under }) => leftOut(measure, under) === 'computing');
      const cells = names.map((name, index) => {
        const [value, base] = [sums[index], sums[baseline]];
        if (value === undefined) {
          const words = isComputing ? 'computing' : 'unknown';
          return { name, value: '–', words };
        }
        const text = measureText(measure, value);
        if (index === baseline || base === undefined) return { name, value: text, words: text };
        const difference = differenceText(measure, value - base);
        return { name, value: text, difference, words: `${text}, ${difference}` };
      });
      return { id, title: totalTitle(id), cells };
    });
}
