'use client';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import type { CallRange } from '@/lib/series/chart/call-range';
import { sideSeries, sideSeriesIds } from '@/lib/series/chart/side-series';
import { exactNumber } from '@/lib/series/words/format-number';
import styles from './chart-controls.module.css';
import type { ChartView, ChartViewActions } from './frame/use-chart-view';

interface ChartControlsProps {
  readonly view: ChartView;
  readonly actions: ChartViewActions;
  /** The second scale requires a simulation. */
  readonly hasSimulation: boolean;
  readonly range: CallRange;
  readonly calls: number;
  readonly isZoomed: boolean;
  onShowAll(): void;
  readonly onStepEvent: ((direction: 1 | -1) => void) | undefined;
}

export function ChartControls(props: ChartControlsProps) {
  const { view, actions, hasSimulation, range, calls, isZoomed, onShowAll, onStepEvent } = props;
  return (
    <div className={styles.controls}>
      <fieldset className={styles.choice}>
        <legend className="visually-hidden">Chart type</legend>
        <button type="button" aria-pressed={!view.isLine} onClick={() => actions.showLine(false)}>
          Areas
        </button>
        <button type="button" aria-pressed={view.isLine} onClick={() => actions.showLine(true)}>
          Line
        </button>
      </fieldset>
      <select
        className={styles.select}
        aria-label="Secondary axis"
        value={view.side ?? ''}
        disabled={!hasSimulation}
        onChange={({ target }) => actions.showSide(sideSeriesIds.find((id) => id === target.value))}
      >
        <option value="">No secondary axis</option>
        {sideSeriesIds.map((id) => (
          <option key={id} value={id}>
            {sideSeries[id].title}
          </option>
        ))}
      </select>
      {onStepEvent !== undefined && (
        <span className={styles.events}>
          <IconButton icon="left" label="Previous event (k)" onClick={() => onStepEvent(-1)} />
          Event
          <IconButton icon="right" label="Next event (j)" onClick={() => onStepEvent(1)} />
        </span>
      )}
      <span className={styles.zoom} data-zoomed={isZoomed}>
        <span className={styles.range}>
          Calls {exactNumber(range.from + 1)}–{exactNumber(range.to)} of {exactNumber(calls)}
        </span>
        <Button look="quiet" onClick={onShowAll}>
          Show all
        </Button>
      </span>
    </div>
  );
}
