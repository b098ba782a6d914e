'use client';

import type { ReactNode } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { sideSeries, sideSeriesIds } from '@/lib/series/chart/side-series';
import styles from './chart-controls.module.css';
import type { ChartView, ChartViewActions } from './frame/use-chart-view';

interface ChartControlsProps {
  readonly view: ChartView;
  readonly actions: ChartViewActions;
  /** The second scale requires a simulation. */
  readonly hasSimulation: boolean;
  readonly onStepEvent: ((direction: 1 | -1) => void) | undefined;
  /** Comes first. */
  readonly children: ReactNode;
}

export function ChartControls(props: ChartControlsProps) {
  const { view, actions, hasSimulation, onStepEvent, children } = props;
  return (
    <div className={styles.controls}>
      {children}
      {onStepEvent !== undefined && (
        <span className={styles.events}>
          <IconButton icon="left" label="Previous event (k)" onClick={() => onStepEvent(-1)} />
          <span className={styles.word}>Event</span>
          <IconButton icon="right" label="Next event (j)" onClick={() => onStepEvent(1)} />
        </span>
      )}
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
    </div>
  );
}
