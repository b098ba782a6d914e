'use client';

import { useMemo } from 'react';
import type { CallRange } from '@/lib/series/chart/call-range';
import { type ContextCurve, drawnCalls } from '@/lib/series/chart/drawn-calls';
import { groupEvents, groupRecorded } from '@/lib/series/chart/group-events';
import { callScale, largest, topOfPlot } from '@/lib/series/chart/plot-scale';
import { sentCalls } from '@/lib/series/chart/sent-calls';
import { type BesideMark, simulationEvents } from '@/lib/series/chart/simulation-events';
import { lineSteps, thresholdLines } from '@/lib/series/chart/threshold-lines';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import type { Timeline } from '@/lib/simulator/recorded/timeline';
import { categories } from '@/lib/tokens/category';
import { plotArea, simulationFrame } from '../frame/plot-frame';
import type { ChartView } from '../frame/use-chart-view';
import type { Size } from '../frame/use-size';
import type { Overlay } from '../marks/line-looks';

interface PlotSource {
  readonly timeline: Timeline;
  readonly simulation: Simulation | undefined;
  readonly beside: readonly BesideMark[] | undefined;
  readonly isLive: boolean;
  readonly ghost: Simulation | undefined;
  readonly overlays: readonly Overlay[];
  readonly window: number;
  readonly view: ChartView;
  readonly range: CallRange;
  readonly size: Size;
  /** While a line is dragged, in place of the top of what is drawn. */
  readonly heldTop: number | undefined;
}

/** The data for all parts of the chart. Each part is recomputed only when its inputs change. */
export function useSimulationPlot(source: PlotSource) {
  const { timeline, simulation, beside, overlays, window, view, range, size, heldTop } = source;
  // The recording is drawn anyway.
  const ghost = source.ghost?.mode === 'recorded' ? undefined : source.ghost;
  const { hidden, side } = view;

  const hasSideScale = side !== undefined && simulation !== undefined;
  const frame = useMemo(() => simulationFrame(size, hasSideScale), [size, hasSideScale]);
  const area = useMemo(() => plotArea(frame, size.width), [frame, size]);
  const scale = useMemo(() => callScale(range), [range]);

  const curve = useMemo<ContextCurve>(
    () => (simulation === undefined ? timeline : { ...simulation, calls: sentCalls(simulation) }),
    [timeline, simulation],
  );
  const events = useMemo(
    () => (simulation === undefined ? [] : simulationEvents(simulation, beside)),
    [simulation, beside],
  );
  const lines = useMemo(() => thresholdLines(simulation, window, range.to - 1), [simulation, window, range]);
  const shownLines = useMemo(() => lines.filter(({ name }) => !hidden.has(`line ${name}`)), [lines, hidden]);

  const present = useMemo(
    () =>
      categories.filter((category) => [timeline, curve].some(({ byCategory }) => byCategory[category].some(Boolean))),
    [timeline, curve],
  );
  const shown = useMemo(() => present.filter((category) => !hidden.has(category)), [present, hidden]);

  const shownGhost = hidden.has('ghost') ? undefined : ghost;
  const hasRecording = !source.isLive && simulation !== undefined && simulation.mode !== 'recorded';
  const recordingLine = hasRecording && !hidden.has('recording') ? timeline.used : undefined;
  const shownOverlays = useMemo(
    () => overlays.filter(({ name }) => !hidden.has(`scenario ${name}`)),
    [overlays, hidden],
  );
  const overlayNames = useMemo(() => overlays.map(({ name }) => name), [overlays]);
  // The recording always counts for the scale, so that it stays stable while a threshold is dragged below it.
  const recordedPeak = useMemo(() => Math.min(largest(timeline.used), window), [timeline, window]);
  const comparedPeak = useMemo(
    () => Math.max(largest(shownGhost?.used ?? nothing), ...shownOverlays.map((each) => largest(each.simulation.used))),
    [shownGhost, shownOverlays],
  );
  const peak = useMemo(() => largest(curve.used), [curve]);
  const windowTokens = useMemo(() => {
    const windows = shownLines.filter(({ name }) => name === 'window');
    const steps = windows.length === 0 || simulation === undefined ? [] : lineSteps(simulation, 'window');
    return Math.max(0, ...[...windows, ...(steps ?? [])].map(({ tokens }) => tokens));
  }, [shownLines, simulation]);
  const top = heldTop ?? topOfPlot(peak, comparedPeak, recordedPeak, windowTokens);

  const callsToDraw = useMemo(() => {
    const dropsAt = (simulation?.changes ?? timeline.events).map(({ call }) => call);
    return drawnCalls(curve, { range, most: Math.max(MIN_CALLS, area.width), dropsAt });
  }, [curve, simulation, timeline, range, area]);
  const groups = useMemo(() => {
    const marked = events.filter(({ kind }) => !hidden.has(`event ${kind}`));
    return groupEvents(marked, scale.shareBefore, area.width);
  }, [events, hidden, scale, area]);
  const recorded = useMemo(() => {
    const marked = timeline.events.filter(({ kind }) => !hidden.has(`recorded ${kind}`));
    return groupRecorded(marked, timeline.calls, scale.shareBefore, area.width);
  }, [timeline, hidden, scale, area]);
  const placing = useMemo(
    () => ({
      x: (call: number) => scale.shareOf(call) * area.width,
      xBefore: (call: number) => scale.shareBefore(call) * area.width,
      y: (tokens: number) => area.height * (1 - tokens / top),
    }),
    [scale, area, top],
  );

  return {
    hasSideScale,
    frame,
    area,
    scale,
    curve,
    events,
    lines,
    shownLines,
    present,
    shown,
    peak,
    top,
    callsToDraw,
    groups,
    recorded,
    placing,
    hasGhost: ghost !== undefined,
    shownGhost,
    hasRecording,
    recordingLine,
    shownOverlays,
    overlayNames,
  };
}

const MIN_CALLS = 200;
const nothing = new Float64Array();
