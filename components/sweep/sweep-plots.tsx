'use client';

import { lazy, type PointerEvent, Suspense, useMemo, useState } from 'react';
import { useWidth } from '@/components/charts/frame/use-width';
import { Button } from '@/components/ui/button';
import type { Measure } from '@/lib/series/tables/outcome-measures';
import { type EffectlessRange, rowNear, sweepSeries } from '@/lib/series/tables/sweep-series';
import { roundNumber } from '@/lib/series/words/format-number';
import { runFailure, runFailureWords } from '@/lib/simulator/replay/run-failure';
import { placeOf, type SettingScale, valueAt } from '@/lib/state/shared/setting-scale';
import { rowWords, valueWords } from '@/lib/state/shared/setting-words';
import { numberText } from '@/lib/state/shared/typed-number';
import type { SweepRow } from '@/lib/sweep/sweep-rows';
import { PlotLegend } from './plot-legend';
import { PlotMarks } from './plot-marks';
import { sweepFrame } from './sweep-frame';
import styles from './sweep-plots.module.css';
import { SweepSlider } from './sweep-slider';

/** With the chart library, which is large. */
const SweepLine = lazy(async () => ({ default: (await import('./sweep-line')).SweepLine }));

interface SweepPlotsProps {
  /** Of the setting. */
  readonly title: string;
  readonly unit: string;
  /** A chart for each. */
  readonly measures: readonly Measure[];
  readonly scale: SettingScale;
  /** In the order of their values. */
  readonly rows: readonly SweepRow[];
  readonly effectless: readonly EffectlessRange[];
  /** The current value of the setting. */
  readonly present: number | undefined;
  onTake(value: number): void;
}

export function SweepPlots(props: SweepPlotsProps) {
  const { title, unit, measures, scale, rows, effectless, present, onTake } = props;
  const [frame, width] = useWidth<HTMLDivElement>();
  const [pointed, setPointed] = useState<number>();
  const place = useMemo(() => (value: number) => placeOf(scale, value), [scale]);
  const series = useMemo(() => sweepSeries(measures, rows, place), [measures, rows, place]);
  const bands = useMemo(
    () => effectless.map(({ from, to }) => ({ from: place(from), to: place(to) })),
    [effectless, place],
  );
  const row = rows.find(({ value }) => value === pointed) ?? rowNear(rows, place(present ?? 0), place);
  if (row === undefined) return null;

  const rowUnder = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    return rowNear(rows, (event.clientX - box.left) / Math.max(1, box.width), place);
  };

  const onPointerDown = (event: PointerEvent) => {
    const under = rowUnder(event);
    if (under === undefined || event.button !== 0) return;
    // Touch only selects: there is a button to apply the value.
    if (event.pointerType === 'touch') setPointed(under.value);
    else onTake(under.value);
  };

  const failure = runFailure(row);
  const presentPlace =
    present !== undefined && present >= scale.min && present <= scale.max ? place(present) : undefined;

  return (
    <div className={styles.plots}>
      <div className={styles.pictures} data-part="plots" ref={frame}>
        {series.map((each) => {
          const { measure } = each;
          const amount = measure.of(row);
          return (
            <div key={measure.id}>
              <p className={styles.head}>
                <span>{measure.title}</span>
                <span className={styles.reading}>{amount === undefined ? 'unknown' : measure.exact(amount)}</span>
              </p>
              <div
                className={styles.picture}
                style={{ height: sweepFrame.height }}
                data-chart="sweep"
                data-measure={measure.id}
                aria-hidden="true"
              >
                <PlotMarks width={width} present={presentPlace} cursor={place(row.value)} />
                <Suspense>{width > 0 && <SweepLine series={each} width={width} bands={bands} />}</Suspense>
              </div>
            </div>
          );
        })}
        <div
          className={styles.pointer}
          style={{ left: sweepFrame.left, right: sweepFrame.right }}
          onPointerMove={(event) => setPointed(rowUnder(event)?.value)}
          onPointerDown={onPointerDown}
          onPointerLeave={(event) => event.pointerType !== 'touch' && setPointed(undefined)}
        />
      </div>
      <div
        className={styles.axis}
        data-part="axis"
        style={{ marginLeft: sweepFrame.left, marginRight: sweepFrame.right }}
      >
        {[0, 0.5, 1].map((share) => (
          <span key={share}>{axisText(valueAt(scale, share))}</span>
        ))}
        <SweepSlider
          label={`Value of ${title}`}
          words={rowWords(measures, row, unit)}
          rows={rows}
          row={row}
          place={place(row.value)}
          onPoint={setPointed}
          onTake={onTake}
        />
      </div>
      <div className={styles.readout}>
        <p>
          <strong>{valueWords(row.value, unit)}</strong>
          {row.value === present && <span className={styles.muted}> is the current value</span>}
          {failure !== undefined && (
            <span className={styles.failed}> · {runFailureWords(failure, failure.call + 1)}, so not comparable</span>
          )}
        </p>
        <Button disabled={row.value === present} onClick={() => onTake(row.value)}>
          Apply {numberText(row.value)}
        </Button>
      </div>
      <PlotLegend
        hasPresent={presentPlace !== undefined}
        hasBands={bands.length > 0}
        hasFailed={rows.some((each) => runFailure(each) !== undefined)}
      />
    </div>
  );
}

function axisText(value: number): string {
  return value >= 1_000 ? roundNumber(value) : numberText(value);
}
