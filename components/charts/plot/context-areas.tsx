'use client';

import { memo, useMemo } from 'react';
import { Area, AreaChart, CartesianGrid, XAxis, YAxis } from 'recharts';
import type { CallRange } from '@/lib/series/chart/call-range';
import type { ContextRow } from '@/lib/series/chart/context-rows';
import { callTicks, roundTicks } from '@/lib/series/chart/plot-scale';
import { stackRows } from '@/lib/series/chart/stack-rows';
import { exactNumber, roundNumber } from '@/lib/series/words/format-number';
import type { Category } from '@/lib/tokens/category';
import { categoryColor } from '../frame/category-color';
import type { PlotFrame } from '../frame/plot-frame';

interface ContextAreasProps {
  readonly rows: readonly ContextRow[];
  readonly range: CallRange;
  readonly top: number;
  readonly width: number;
  readonly frame: PlotFrame;
  readonly shown: readonly Category[];
  /** One line for all categories together. */
  readonly isLine?: boolean;
}

const tick = { fill: 'var(--text-muted)', fontSize: 12, fontFamily: 'var(--font-data)' };
const axisLine = { stroke: 'var(--edge)' };

const PIXELS_PER_CALL_TICK = 110;

function ContextAreasPlain({ rows, range, top, width, frame, shown, isLine = false }: ContextAreasProps) {
  const data = useMemo(() => stackRows(withWidth(rows, range), shown), [rows, range, shown]);
  const calls = useMemo(() => callTicks(range, Math.max(2, Math.floor(width / PIXELS_PER_CALL_TICK))), [range, width]);
  const tokens = useMemo(() => roundTicks(top).filter((value) => value <= top), [top]);
  const margin = useMemo(() => ({ top: frame.top, right: frame.right, bottom: 0, left: 0 }), [frame]);
  const domains = useMemo(() => ({ calls: [range.from - 0.5, range.to - 0.5], tokens: [0, top] }), [range, top]);
  return (
    // Recharts draws what comes later over what was there, wherever it stands in the list.
    <AreaChart
      key={shown.join()}
      width={width}
      height={frame.height}
      data={data}
      margin={margin}
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} syncWithTicks stroke="var(--line)" />
      <XAxis
        dataKey="call"
        type="number"
        domain={domains.calls}
        ticks={calls}
        tickFormatter={callNumber}
        height={frame.bottom}
        tick={tick}
        tickLine={false}
        axisLine={axisLine}
        allowDataOverflow
      />
      <YAxis
        width={frame.left}
        domain={domains.tokens}
        ticks={tokens}
        tickFormatter={roundNumber}
        tick={tick}
        tickLine={false}
        axisLine={false}
        allowDataOverflow
      />
      {isLine ? (
        <Area
          dataKey="used"
          type="linear"
          stroke="var(--text)"
          strokeWidth={1.5}
          fill="var(--text)"
          fillOpacity={0.06}
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      ) : (
        // The highest first: those below it are drawn over it.
        shown
          .toReversed()
          .map((category) => (
            <Area
              key={category}
              dataKey={category}
              type="linear"
              stroke="var(--surface)"
              strokeWidth={0.5}
              fill={categoryColor(category)}
              fillOpacity={1}
              dot={false}
              activeDot={false}
              isAnimationActive={false}
            />
          ))
      )}
    </AreaChart>
  );
}

function callNumber(call: number): string {
  return exactNumber(call + 1);
}

/** The area of a single call would have no width. */
function withWidth(rows: readonly ContextRow[], { from, to }: CallRange): readonly ContextRow[] {
  const [only] = rows;
  return only === undefined || rows.length > 1
    ? rows
    : [
        { ...only, call: from - 0.5 },
        { ...only, call: to - 0.5 },
      ];
}

/** Stepping from call to call must not draw the areas again. */
export const ContextAreas = memo(ContextAreasPlain);
