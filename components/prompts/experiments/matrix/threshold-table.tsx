import { memo } from 'react';
import { FoldedTable } from '@/components/ui/scrolling/folded-table';
import { matrixOf } from '@/lib/experiments/matrix';
import { measureIds, measures } from '@/lib/experiments/measures';
import { counted } from '@/lib/series/words/format-number';
import type { Experiment, StoredAnswer } from '@/lib/state/experiments/experiment-record';
import { rowTitle, valueText } from '@/lib/state/experiments/experiment-words';

interface ThresholdTableProps {
  readonly experiment: Experiment;
  readonly answers: readonly StoredAnswer[];
}

/** [V3] All thresholds together: a prompt may be the best in one score and fail in another. */
export const ThresholdTable = memo(function ThresholdTable({ experiment, answers }: ThresholdTableProps) {
  const { thresholds, rows } = experiment;
  const limits = measureIds.flatMap((id) => {
    const limit = thresholds[id];
    return limit === undefined ? [] : [{ id, limit }];
  });
  if (limits.length === 0) return null;
  const matrices = limits.map(({ id }) => matrixOf(experiment, answers, { score: id, thresholds }));
  return (
    <FoldedTable summary={`Thresholds: ${counted(limits.length, 'score')}`} label="Thresholds">
      <thead>
        <tr>
          <th scope="col">Row</th>
          {limits.map(({ id, limit }) => (
            <th key={id} scope="col">
              {measures[id].name}, {measures[id].better === 'more' ? 'at least' : 'at most'} {valueText(limit, id)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={row.id}>
            <th scope="row">{rowTitle(row)}</th>
            {matrices.map(({ score, rows: lines }) => {
              const passing = lines[place]?.passing;
              return (
                <td key={score}>
                  {passing === undefined || passing.of === 0
                    ? 'no scores'
                    : `${passing.count === passing.of ? 'passes' : 'fails'}, ${passing.count} of ${passing.of}`}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </FoldedTable>
  );
});
