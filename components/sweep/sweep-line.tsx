'use client';

import { memo, useId } from 'react';
import { Line, LineChart, ReferenceArea, XAxis, YAxis } from 'recharts';
import type { SweepSeries } from '@/lib/series/tables/sweep-series';
import { amountDomain, sweepFrame } from './sweep-frame';

interface SweepLineProps {
  readonly series: SweepSeries;
  readonly width: number;
  /** Where the setting has no effect. All places from 0 to 1. */
  readonly bands: readonly { readonly from: number; readonly to: number }[];
}

const tick = { fill: 'var(--text-muted)', fontSize: 12, fontFamily: 'var(--font-data)' };
const dot = { r: 1.75, fill: 'var(--text)', stroke: 'none' };
const failedDot = { r: 3, fill: 'var(--surface)', stroke: 'var(--danger)', strokeWidth: 1.5 };
/** With more, the dots would form a band. */
const MAX_DOTS = 80;
const HATCH = 6;

/** One measure over the values. Its axis shows minimum and maximum. */
export const SweepLine = memo(function SweepLine({ series, width, bands }: SweepLineProps) {
  const { measure, points, lowest, highest } = series;
  const hatch = useId();
  // A failed run is not a point of the curve, however cheap it looks.
  const data = points.map(({ place, amount, failure }) => ({
    place,
    [failure === undefined ? 'amount' : 'failed']: amount,
  }));
  return (
    <LineChart
      width={width}
      height={sweepFrame.height}
      data={data}
      margin={{ top: 0, right: sweepFrame.right, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <defs>
        <pattern id={hatch} width={HATCH} height={HATCH} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" x2="0" y1="0" y2={HATCH} stroke="var(--edge)" />
        </pattern>
      </defs>
      <XAxis hide dataKey="place" type="number" domain={[0, 1]} />
      <YAxis
        width={sweepFrame.left}
        domain={[...amountDomain(lowest, highest)]}
        ticks={[...new Set([lowest, highest])]}
        tickFormatter={measure.short}
        tick={tick}
        tickLine={false}
        tickMargin={4}
        axisLine={{ stroke: 'var(--line)' }}
        interval={0}
      />
      {bands.map(({ from, to }) => (
        <ReferenceArea key={from} x1={from} x2={to} fill={`url(#${hatch})`} fillOpacity={1} />
      ))}
      <Line
        dataKey="amount"
        type="linear"
        stroke="var(--text)"
        strokeWidth={1.25}
        dot={points.length > MAX_DOTS ? false : dot}
        activeDot={false}
        isAnimationActive={false}
      />
      <Line
        dataKey="failed"
        stroke="none"
        dot={failedDot}
        activeDot={false}
        isAnimationActive={false}
        legendType="none"
      />
    </LineChart>
  );
});
