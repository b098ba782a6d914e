'use client';

import { memo } from 'react';
import { Area, AreaChart, CartesianGrid, XAxis, YAxis } from 'recharts';
import type { ContextRow } from '@/lib/series/context-rows';
import { exactNumber, roundNumber } from '@/lib/series/format-number';
import type { Category } from '@/lib/tokens/category';
import { categoryColor } from './category-color';
import { plotFrame, tokenTicks } from './plot-frame';

interface ContextAreasProps {
  readonly rows: readonly ContextRow[];
  readonly calls: number;
  readonly top: number;
  readonly width: number;
  readonly shown: readonly Category[];
}

const tick = { fill: 'var(--text-muted)', fontSize: 12, fontFamily: 'var(--font-data)' };

function ContextAreasPlain({ rows, calls, top, width, shown }: ContextAreasProps) {
  return (
    <AreaChart
      width={width}
      height={plotFrame.height}
      data={[...drawnRows(rows)]}
      margin={{ top: plotFrame.top, right: plotFrame.right, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} syncWithTicks stroke="var(--line)" />
      <XAxis
        dataKey="call"
        type="number"
        domain={[-0.5, Math.max(1, calls) - 0.5]}
        ticks={[...callTicks(calls, width)]}
        tickFormatter={(call: number) => exactNumber(call + 1)}
        height={plotFrame.bottom}
        tick={tick}
        tickLine={false}
        axisLine={{ stroke: 'var(--edge)' }}
        allowDataOverflow
      />
      <YAxis
        width={plotFrame.left}
        domain={[0, top]}
        ticks={tokenTicks(top).filter((value) => value <= top)}
        tickFormatter={(value: number) => roundNumber(value)}
        tick={tick}
        tickLine={false}
        axisLine={false}
        allowDataOverflow
      />
      {shown.map((category) => (
        <Area
          key={category}
          dataKey={category}
          stackId="context"
          type="linear"
          stroke="var(--surface)"
          strokeWidth={0.5}
          fill={categoryColor(category)}
          fillOpacity={1}
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      ))}
    </AreaChart>
  );
}

/** The area of a single call would have no width. */
function drawnRows(rows: readonly ContextRow[]): readonly ContextRow[] {
  const [only] = rows;
  return only === undefined || rows.length > 1
    ? rows
    : [
        { ...only, call: -0.5 },
        { ...only, call: 0.5 },
      ];
}

function callTicks(calls: number, width: number): readonly number[] {
  const wanted = Math.max(2, Math.floor(width / 110));
  const rough = Math.max(1, calls / wanted);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.ceil(
    [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough,
  );
  const ticks = [0];
  for (let number = step; number <= calls; number += step) if (number > 1) ticks.push(number - 1);
  return ticks;
}

/** Stepping from call to call must not draw the areas again. */
export const ContextAreas = memo(ContextAreasPlain);
