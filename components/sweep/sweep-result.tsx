import { useMemo } from 'react';
import { measures } from '@/lib/series/tables/outcome-measures';
import { effectlessRanges, sweepMeasuresFor } from '@/lib/series/tables/sweep-series';
import type { SweepableSetting } from '@/lib/series/tables/sweepable-settings';
import { effectlessWords } from '@/lib/state/shared/setting-words';
import { sweepScale } from '@/lib/state/simulate/sweep-range';
import type { SweepState } from '@/lib/state/simulate/sweeps';
import { SweepPlots } from './sweep-plots';
import styles from './sweep-result.module.css';
import { SweepTable } from './sweep-table';

interface SweepResultProps {
  readonly state: Exclude<SweepState, { type: 'idle' | 'failed' }>;
  readonly setting: SweepableSetting;
  /** The current value of the setting. */
  readonly present: number | undefined;
  readonly showsMisses: boolean;
  onShowMisses(showsMisses: boolean): void;
  onTake(value: number): void;
}

/** Only this many ranges without effect are listed; the chart shows all. */
const TOLD_RANGES = 3;

export function SweepResult(props: SweepResultProps) {
  const { state, setting, present, showsMisses, onShowMisses, onTake } = props;
  const { type, rows, swept } = state;
  const { values } = swept;
  const { title, range } = setting;
  const scale = useMemo(
    () => sweepScale({ from: values[0] ?? 0, to: values.at(-1) ?? 0 }, values.length, range.step),
    [values, range.step],
  );
  // Between missing rows nothing is known.
  const effectless = useMemo(() => (type === 'done' ? effectlessRanges(rows) : []), [type, rows]);
  const told = effectlessWords(effectless, range.unit);
  const hasCost = rows.every(({ totals }) => totals.cost.unknown === 0);
  const canCount = swept.view.mode === 'free';
  const shown = sweepMeasuresFor(rows, showsMisses && canCount);
  if (rows.length === 0) return null;
  return (
    <>
      <MissesChoice isOn={showsMisses} canCount={canCount} onChoose={onShowMisses} />
      <SweepPlots
        title={title}
        unit={range.unit}
        measures={shown}
        scale={scale}
        rows={rows}
        effectless={effectless}
        present={present}
        onTake={onTake}
      />
      {told.length > 0 && (
        <ul className={styles.words}>
          {told.slice(0, TOLD_RANGES).map((words) => (
            <li key={words}>{words}</li>
          ))}
          {told.length > TOLD_RANGES && <li>{told.length - TOLD_RANGES} shorter ranges with no effect.</li>}
        </ul>
      )}
      {!hasCost && <p className={styles.words}>Cost not shown: prices of some calls are unknown.</p>}
      <SweepTable title={title} measures={shown} rows={rows} present={present} onTake={onTake} />
    </>
  );
}

interface MissesChoiceProps {
  readonly isOn: boolean;
  readonly canCount: boolean;
  onChoose(isOn: boolean): void;
}

/** [K2] Whether to count used-later misses at the end, which takes many times as long. */
function MissesChoice({ isOn, canCount, onChoose }: MissesChoiceProps) {
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={isOn && canCount}
        disabled={!canCount}
        onChange={({ target }) => onChoose(target.checked)}
      />
      <span>
        {measures.misses.title}
        <span className={styles.explains}>
          {canCount
            ? ': values that left the context and that the model writes again. Counting is slow.'
            : ': only counted if the policy runs from the start.'}
        </span>
      </span>
    </label>
  );
}
