'use client';

import { type MouseEvent, memo, useMemo } from 'react';
import { useWidth } from '@/components/charts/frame/use-width';
import { wholeRange } from '@/lib/series/chart/call-range';
import { linePath, tenth } from '@/lib/series/chart/line-path';
import { callScale, largest } from '@/lib/series/chart/plot-scale';
import type { Timeline } from '@/lib/simulator/recorded/timeline';
import type { CompactionMark } from '@/lib/state/prompts/compaction-marks';
import { markWords } from './mark-words';
import styles from './place-strip.module.css';

interface PlaceStripProps {
  readonly timeline: Timeline;
  readonly marks: readonly CompactionMark[];
  readonly call: number;
  onMark(mark: CompactionMark): void;
  onCall(call: number): void;
}

const HEIGHT = 36;
/** Above the curve, for the marks. */
const TOP = 12;
/** A press this close to a mark means it. */
const REACH = 8;

/** The recorded context over all calls, with its compactions. For the pointer: the buttons beside it do the same. */
export function PlaceStrip({ timeline, marks, call, onMark, onCall }: PlaceStripProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const scale = useMemo(() => callScale(wholeRange(timeline.calls)), [timeline]);
  const before = (of: number) => scale.shareBefore(of) * width;

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const [nearest] = [...marks].sort((a, b) => Math.abs(before(a.call) - x) - Math.abs(before(b.call) - x));
    if (nearest !== undefined && Math.abs(before(nearest.call) - x) <= REACH) onMark(nearest);
    else onCall(scale.callAt(x / Math.max(1, width)));
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons beside it, j, k and the arrow keys do the same
    // biome-ignore lint/a11y/noStaticElementInteractions: same
    <div ref={box} className={styles.strip} data-chart="strip" style={{ height: HEIGHT }} onClick={onClick}>
      <svg width={width} height={HEIGHT} aria-hidden="true">
        <Curve timeline={timeline} width={width} />
        {marks.map((mark) => (
          <g
            key={`${mark.by} ${mark.call}`}
            className={styles[mark.by]}
            transform={`translate(${tenth(before(mark.call))} 6)`}
          >
            <title>{markWords(mark)}</title>
            <path className={styles.line} d={`M0 5V${HEIGHT - 6}`} />
            <path className={styles.mark} d="M0 -5 5 0 0 5 -5 0Z" />
          </g>
        ))}
        <path className={styles.place} d={`M${tenth(before(call))} 0V${HEIGHT}`} />
      </svg>
    </div>
  );
}

const Curve = memo(function Curve({ timeline, width }: Pick<PlaceStripProps, 'timeline'> & { readonly width: number }) {
  const { used, calls } = timeline;
  const whole = wholeRange(calls);
  const scale = callScale(whole);
  const top = Math.max(1, largest(used));
  const placing = {
    x: (call: number) => scale.shareOf(call) * width,
    y: (tokens: number) => TOP + (HEIGHT - TOP) * (1 - tokens / top),
  };
  const line = linePath(used, whole, calls, placing, width);
  if (line === '') return null;
  return <path className={styles.curve} d={`${line}L${placing.x(calls - 1)} ${HEIGHT}L${placing.x(0)} ${HEIGHT}Z`} />;
});
