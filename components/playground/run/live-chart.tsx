'use client';

import { useMemo } from 'react';
import type { LaneOpening } from '@/components/charts/lanes/child-lanes';
import { SimulationChart } from '@/components/charts/simulation-chart';
import { useHydrated } from '@/components/ui/use-hydrated';
import type { ChatItem } from '@/lib/agent/view/chat-item';
import { roomForCalls } from '@/lib/series/chart/room-for-calls';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import type { Timeline } from '@/lib/simulator/recorded/timeline';
import { memoryMarks } from '@/lib/state/playground/memory/memory-marks';
import { categories } from '@/lib/tokens/category';

interface LiveChartProps {
  /** Missing before the first run. */
  readonly live: { readonly timeline: Timeline; readonly simulation: Simulation } | undefined;
  /** Of the chat: what went on beside the turns. */
  readonly items: readonly ChatItem[];
  /** [O4] Agents that were started. */
  readonly lanes: LaneOpening | undefined;
  readonly selected: number;
  onSelect(call: number): void;
  onStepEvent(direction: 1 | -1): void;
}

/** The Simulate chart, growing. */
export function LiveChart({ live, items, lanes, selected, onSelect, onStepEvent }: LiveChartProps) {
  const timeline = live?.timeline ?? nothingYet;
  const simulation = live?.simulation;
  const calls = simulation?.calls ?? 0;
  const room = roomForCalls(calls);
  // The simulation already has the run's events.
  const withRoom = useMemo(() => ({ ...timeline, calls: room, events: [] }), [timeline, room]);
  const beside = useMemo(() => memoryMarks(items), [items]);
  if (!useHydrated()) return null;
  return (
    <SimulationChart
      timeline={withRoom}
      simulation={simulation}
      beside={beside}
      ghost={undefined}
      overlays={[]}
      window={simulation?.thresholds.window ?? USUAL_WINDOW}
      selected={selected}
      lanes={lanes}
      isLive
      onSelect={(call) => onSelect(Math.min(call, calls - 1))}
      onStepEvent={onStepEvent}
    />
  );
}

/** The policy of a first run. */
const USUAL_WINDOW = 20_000;
const none = new Float64Array();

const nothingYet: Timeline = {
  calls: 0,
  used: none,
  byCategory: Object.fromEntries(categories.map((category) => [category, none])) as Timeline['byCategory'],
  output: none,
  isMeasured: new Uint8Array(),
  timeMs: none,
  events: [],
};
