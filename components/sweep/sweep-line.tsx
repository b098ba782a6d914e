'use client';

import { memo } from 'react';
import { Line, LineChart, XAxis, YAxis } from 'recharts';
import type { SweepSeries } from '@/lib/series/tables/sweep-series';
import { amountDomain, sweepFrame } from './sweep-frame';

interface SweepLineProps {
  readonly series: SweepSeries;
  readonly width: number;
}

const tick = { fill: 'var(--text-muted)', fontSize: 12, fontFamily: 'var(--font-data)' };
const dot = { r: 1.75, fill: 'var(--text)', stroke: 'none' };
const failedDot = { r: 3, fill: 'var(--surface)', stroke: 'var(--danger)', strokeWidth: 1.5 };
/** With more, the dots would form a band. */
const MOST_DOTS = 80;

/** One measure over the values. Its axis shows minimum and maximum. */
export const SweepLine = memo(function SweepLine({
  series: { measure, points, lowest, highest },
  width,
}: SweepLineProps) {
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
      <Line
        dataKey="amount"
        type="linear"
        stroke="var(--text)"
        strokeWidth={1.25}
        dot={points.length > MOST_DOTS ? false : dot}
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
