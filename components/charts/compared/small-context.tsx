'use client';

import { memo, useMemo } from 'react';
import type { CallRange } from '@/lib/series/chart/call-range';
import { type ContextCurve, drawnCalls } from '@/lib/series/chart/drawn-calls';
import { tenth } from '@/lib/series/chart/line-path';
import { callScale } from '@/lib/series/chart/plot-scale';
import { counted, shortNumber } from '@/lib/series/words/format-number';
import type { Category } from '@/lib/tokens/category';
import plot from '../frame/plot.module.css';
import { PlotAxes } from '../frame/plot-axes';
import { plotArea } from '../frame/plot-frame';
import { useWidth } from '../frame/use-width';
import { ContextAreas } from '../plot/context-areas';
import styles from './small-context.module.css';

interface SmallContextProps {
  readonly name: string;
  readonly curve: ContextCurve;
  /** The calls before which a compaction happened. */
  readonly compactions: readonly number[];
  /** Without those that were only inferred. */
  readonly count: number;
  /** Why the curve ends early. */
  readonly end: string | undefined;
  readonly peak: number;
  /** Both the same for all charts. */
  readonly range: CallRange;
  readonly top: number;
  readonly shown: readonly Category[];
}

const frame = { left: 48, right: 12, top: 8, bottom: 24, height: 164 } as const;
/** How far a mark stands out above the plot. */
const MARK = 6;

/** One of many charts with the same axes. */
export const SmallContext = memo(function SmallContext(props: SmallContextProps) {
  const { name, curve, compactions, count, end, peak, range, top, shown } = props;
  const [box, width] = useWidth<HTMLDivElement>();
  const area = plotArea(frame, width);
  const placing = useMemo(() => {
    const scale = callScale(range);
    return {
      x: (call: number) => scale.shareOf(call) * area.width,
      y: (tokens: number) => area.height - (tokens / top) * area.height,
    };
  }, [range, top, area.width, area.height]);
  const calls = useMemo(
    () => drawnCalls(curve, { range, most: Math.max(1, area.width), dropsAt: compactions }),
    [curve, range, area.width, compactions],
  );
  const marks = compactions.map((call) => `M${tenth(placing.x(call - 0.5))} ${-MARK}V${area.height}`).join('');
  const facts = [counted(count, 'compaction'), `peak ${shortNumber(peak)}`, ...(end ? [end] : [])];
  return (
    <figure className={styles.chart} data-chart="small-context" aria-label={`Context by call: ${name}`}>
      <figcaption className={styles.caption}>
        <strong data-caption title={name}>
          {name}
        </strong>
        <span data-caption>{facts.join(', ')}</span>
      </figcaption>
      <div className={plot.frame} ref={box} style={{ height: frame.height }}>
        <PlotAxes range={range} top={top} placing={placing} frame={frame} area={area} />
        <div className={plot.plot} style={{ left: frame.left, right: frame.right }}>
          <ContextAreas curve={curve} calls={calls} placing={placing} area={area} shown={shown} isLine={false} />
          <svg
            className={styles.marks}
            style={{ top: area.top }}
            width={area.width}
            height={area.height}
            data-layer="compactions"
            aria-hidden="true"
          >
            {marks !== '' && <path d={marks} />}
          </svg>
        </div>
      </div>
    </figure>
  );
});
