'use client';

import { type PointerEvent, type ReactNode, useMemo, useState } from 'react';
import type { ContextRow } from '@/lib/series/context-rows';
import { exactNumber, roundNumber } from '@/lib/series/format-number';
import type { Timeline } from '@/lib/simulator/timeline';
import type { Category } from '@/lib/tokens/category';
import { CallTooltip } from './call-tooltip';
import { ChartLegend } from './chart-legend';
import styles from './context-chart.module.css';
import { EventLines } from './event-lines';
import { callScale, plotFrame, topOfScale } from './plot-frame';
import { useContextAreas } from './use-context-areas';
import { useWidth } from './use-width';

interface ContextChartProps {
  readonly timeline: Timeline;
  readonly rows: readonly ContextRow[];
  readonly window: number;
  /** The categories that the session has at any call. */
  readonly present: readonly Category[];
  readonly selected: number;
  onSelect(call: number): void;
  /** The same in another form, for those who cannot use the picture. */
  readonly alternative: ReactNode;
}

export function ContextChart({ timeline, rows, window, present, selected, onSelect, alternative }: ContextChartProps) {
  const ContextAreas = useContextAreas();
  const [frame, width] = useWidth<HTMLDivElement>();
  const [hidden, setHidden] = useState<ReadonlySet<Category>>(new Set());
  const [hovered, setHovered] = useState<number>();
  const { calls } = timeline;
  const scale = useMemo(() => callScale(calls), [calls]);
  const shown = useMemo(() => present.filter((category) => !hidden.has(category)), [present, hidden]);
  const top = useMemo(() => topOfScale(peakOf(timeline, shown), window), [timeline, shown, window]);
  const plotWidth = Math.max(0, width - plotFrame.left - plotFrame.right);

  const callUnder = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return scale.callAt((event.clientX - box.left) / Math.max(1, box.width));
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const call = callUnder(event);
    setHovered(call);
    if (event.buttons === 1) onSelect(call);
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    if (event.pointerType !== 'touch') event.currentTarget.setPointerCapture(event.pointerId);
    onSelect(callUnder(event));
  };

  const toggle = (category: Category) => {
    const next = new Set(hidden);
    if (!next.delete(category)) next.add(category);
    setHidden(next);
  };

  return (
    <figure className={styles.chart} aria-label="Context by category over calls">
      <div className={styles.frame} ref={frame} style={{ height: plotFrame.height }}>
        <div className={styles.areas} aria-hidden="true">
          {width > 0 && ContextAreas !== undefined && (
            <ContextAreas rows={rows} calls={calls} top={top} width={width} shown={shown} />
          )}
        </div>
        <div className={styles.plot} style={{ left: plotFrame.left, right: plotFrame.right }}>
          <EventLines events={timeline.events} calls={calls} width={plotWidth} />
          {hovered !== undefined && hovered !== selected && (
            <div className={styles.hovered} style={{ left: `${scale.shareOf(hovered) * 100}%` }} />
          )}
          <CallSlider timeline={timeline} selected={selected} onSelect={onSelect} />
          <div className={styles.cursor} style={{ left: `${scale.shareOf(selected) * 100}%` }}>
            <span className={styles.handle} />
          </div>
          <div className={styles.field} style={{ top: plotFrame.top, bottom: plotFrame.bottom }}>
            <WindowLine window={window} top={top} />
          </div>
          <div
            className={styles.pointer}
            onPointerMove={onPointerMove}
            onPointerDown={onPointerDown}
            onPointerLeave={() => setHovered(undefined)}
          />
          {hovered !== undefined && (
            <CallTooltip timeline={timeline} call={hovered} share={scale.shareOf(hovered)} shown={present} />
          )}
        </div>
      </div>
      <div className={styles.below}>
        <ChartLegend present={present} hidden={hidden} events={timeline.events} onToggle={toggle} />
        {alternative}
      </div>
    </figure>
  );
}

interface CallSliderProps {
  readonly timeline: Timeline;
  readonly selected: number;
  onSelect(call: number): void;
}

/** The cursor for those who do not point: the picture itself says nothing to a screen reader. */
function CallSlider({ timeline, selected, onSelect }: CallSliderProps) {
  const used = timeline.used[selected] ?? 0;
  return (
    <input
      type="range"
      className={styles.slider}
      aria-label="Selected call"
      aria-valuetext={`Call ${selected + 1} of ${timeline.calls}, ${exactNumber(used)} tokens`}
      min={1}
      max={Math.max(1, timeline.calls)}
      value={selected + 1}
      onChange={(event) => onSelect(Number(event.target.value) - 1)}
    />
  );
}

function WindowLine({ window, top }: { readonly window: number; readonly top: number }) {
  if (window > top) {
    return <div className={styles.windowAbove}>↑ window {roundNumber(window)}, above this scale</div>;
  }
  return (
    <div className={styles.window} style={{ bottom: `${(window / top) * 100}%` }}>
      <span>window {roundNumber(window)}</span>
    </div>
  );
}

function peakOf(timeline: Timeline, shown: readonly Category[]): number {
  let peak = 1;
  for (let call = 0; call < timeline.calls; call += 1) {
    let sum = 0;
    for (const category of shown) sum += timeline.byCategory[category][call] ?? 0;
    if (sum > peak) peak = sum;
  }
  return peak;
}
