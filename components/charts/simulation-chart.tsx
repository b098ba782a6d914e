'use client';

import { useState } from 'react';
import { type CallRange, isWholeRange, rangeShowing, wholeRange } from '@/lib/series/chart/call-range';
import { largest } from '@/lib/series/chart/plot-scale';
import type { SimulationEvent } from '@/lib/series/chart/simulation-events';
import { exactNumber } from '@/lib/series/words/format-number';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import type { Timeline } from '@/lib/simulator/recorded/timeline';
import { ChartControls } from './chart-controls';
import plot from './frame/plot.module.css';
import { PlotAxes } from './frame/plot-axes';
import { isWindowWorthShowing, SIDE_SCALE } from './frame/plot-frame';
import { useChartView } from './frame/use-chart-view';
import { useWidth } from './frame/use-width';
import { DeadField } from './marks/dead-field';
import { GroupMarks } from './marks/group-marks';
import type { Overlay } from './marks/line-looks';
import { ThresholdMarks } from './marks/threshold-marks';
import { ComparisonLines } from './plot/comparison-lines';
import { ContextAreas } from './plot/context-areas';
import { EventLines } from './plot/event-lines';
import { MiniMap } from './plot/mini-map';
import { PlotHover } from './plot/plot-hover';
import { SideLine } from './plot/side-line';
import { SimulationLegend } from './plot/simulation-legend';
import { useSimulationPlot } from './plot/use-simulation-plot';
import styles from './simulation-chart.module.css';
import { SimulationTable } from './simulation-table';

interface SimulationChartProps {
  readonly timeline: Timeline;
  /** Without one, the recording is drawn. */
  readonly simulation: Simulation | undefined;
  /** The one before the last change. */
  readonly ghost: Simulation | undefined;
  readonly overlays: readonly Overlay[];
  /** As it was recorded. */
  readonly window: number;
  readonly selected: number;
  /** A live session: there is no recording to compare with, and the window is shown from the first call. */
  readonly isLive?: boolean;
  readonly onSelect: (call: number) => void;
  readonly onStepEvent?: (direction: 1 | -1) => void;
}

/** The lane of the policy's marks is between the recorded names and the plot. */
const lane = { top: 24, height: 20 } as const;

export function SimulationChart(props: SimulationChartProps) {
  const { timeline, simulation, ghost, overlays, window, selected, isLive = false, onSelect, onStepEvent } = props;
  const { calls } = timeline;
  const isRecording = simulation?.mode === 'recorded';
  const [box, width] = useWidth<HTMLDivElement>();
  const [range, setRange] = useCallRange(calls, selected);
  const showAll = () => setRange(wholeRange(calls));
  const [view, actions] = useChartView(() =>
    isLive || isWindowWorthShowing(largest(timeline.used), window) ? [] : ['line window'],
  );
  const { hidden } = view;
  const source = { timeline, simulation, ghost, overlays, window, view, range, width };
  const drawn = useSimulationPlot(source);
  const { frame, area, scale, placing, events, shownGhost, shownOverlays } = drawn;

  return (
    <figure className={styles.chart} data-chart="context" aria-label="Context by category over calls">
      <ChartControls
        view={view}
        actions={actions}
        hasSimulation={simulation !== undefined}
        range={range}
        calls={calls}
        isZoomed={!isWholeRange(range, calls)}
        onShowAll={showAll}
        onStepEvent={onStepEvent}
      />
      <p className="visually-hidden">{summary(drawn.peak, events, simulation)}</p>
      <div className={plot.frame} data-part="plot" ref={box} style={{ height: frame.height }}>
        {!isLive && !isRecording && (
          <span className={styles.lane} style={{ top: 4 }} aria-hidden="true">
            recorded
          </span>
        )}
        <span className={styles.lane} style={{ top: lane.top + 2 }} aria-hidden="true">
          {isRecording ? 'recorded' : 'policy'}
        </span>
        <PlotAxes range={range} top={drawn.top} placing={placing} frame={frame} area={area} />
        <div className={plot.plot} style={{ left: frame.left, right: frame.right }}>
          <ContextAreas
            curve={drawn.curve}
            calls={drawn.callsToDraw}
            placing={placing}
            area={area}
            shown={drawn.shown}
            isLine={view.isLine}
          />
          {simulation?.deadAt !== undefined && <DeadField scale={scale} area={area} deadAt={simulation.deadAt} />}
          <EventLines
            events={drawn.recorded}
            calls={calls}
            scale={scale}
            width={area.width}
            height={frame.height - frame.bottom}
          />
          <ComparisonLines ghost={shownGhost} overlays={shownOverlays} range={range} placing={placing} area={area} />
          <ThresholdMarks
            simulation={simulation}
            lines={drawn.shownLines}
            range={range}
            placing={placing}
            area={area}
            isNarrow={frame.isNarrow}
          />
          {view.side !== undefined && simulation !== undefined && (
            <SideLine
              id={view.side}
              simulation={simulation}
              range={range}
              scale={scale}
              area={area}
              left={area.width + frame.right - SIDE_SCALE}
            />
          )}
          <GroupMarks groups={drawn.groups} width={area.width} lane={lane} />
          <PlotHover
            timeline={timeline}
            simulation={simulation}
            ghost={shownGhost}
            overlays={shownOverlays}
            events={events}
            groups={drawn.groups}
            scale={scale}
            frame={frame}
            width={area.width}
            laneTop={lane.top}
            selected={selected}
            onSelect={onSelect}
            onShowAll={showAll}
          />
        </div>
      </div>
      <MiniMap
        curve={drawn.curve}
        calls={calls}
        top={Math.max(1, drawn.peak)}
        left={frame.left}
        width={area.width}
        range={range}
        onRange={setRange}
      />
      <SimulationLegend
        present={drawn.present}
        events={simulation === undefined ? undefined : events}
        recorded={timeline.events}
        lines={drawn.lines}
        hasGhost={ghost !== undefined}
        overlays={drawn.overlayNames}
        hidden={hidden}
        hasNumbers={frame.isNarrow}
        onToggle={actions.toggle}
      />
      <SimulationTable events={events} recorded={timeline.events} calls={calls} onSelect={onSelect} />
    </figure>
  );
}

/** A summary of the chart for screen readers. */
function summary(peak: number, events: readonly SimulationEvent[], simulation: Simulation | undefined): string {
  if (simulation === undefined) return `As recorded, peak ${exactNumber(peak)} tokens.`;
  const dead = simulation.deadAt === undefined ? '' : ` Dead from call ${exactNumber(simulation.deadAt + 1)}.`;
  const count = `${exactNumber(events.length)} ${events.length === 1 ? 'event' : 'events'}`;
  const title = simulation.mode === 'recorded' ? 'Recorded' : 'Simulated';
  return `${title}, peak ${exactNumber(peak)} tokens, ${count}.${dead}`;
}

/** The zoomed range. Stepping outside moves it along. */
function useCallRange(calls: number, selected: number): readonly [CallRange, (range: CallRange) => void] {
  const [state, setState] = useState({ range: wholeRange(calls), calls, selected });
  let { range } = state;
  if (state.calls !== calls || state.selected !== selected) {
    range = state.calls === calls ? rangeShowing(range, selected, calls) : wholeRange(calls);
    setState({ range, calls, selected });
  }
  return [range, (wanted) => setState((shown) => ({ ...shown, range: wanted }))];
}
