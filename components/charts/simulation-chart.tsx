'use client';

import { type ReactNode, useMemo, useState } from 'react';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import { type CallRange, rangeShowing, wholeRange, zoomedRange } from '@/lib/series/chart/call-range';
import { largest } from '@/lib/series/chart/plot-scale';
import type { BesideMark, SimulationEvent } from '@/lib/series/chart/simulation-events';
import { spreadLabels } from '@/lib/series/chart/spread-labels';
import { lineNames } from '@/lib/series/chart/threshold-lines';
import { exactNumber } from '@/lib/series/words/format-number';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import type { Timeline } from '@/lib/simulator/recorded/timeline';
import { ChartControls } from './chart-controls';
import plot from './frame/plot.module.css';
import { PlotAxes } from './frame/plot-axes';
import { isWindowWorthShowing, lanes, SIDE_SCALE } from './frame/plot-frame';
import { useChartView } from './frame/use-chart-view';
import { useSize } from './frame/use-size';
import { ChildLanesChart, type LaneOpening } from './lanes/child-lanes';
import { DeadField } from './marks/dead-field';
import { GroupMarks } from './marks/group-marks';
import type { Overlay } from './marks/line-looks';
import { LINE_HEIGHT } from './marks/line-names';
import { ThresholdMarks } from './marks/threshold-marks';
import { ComparisonLines } from './plot/comparison-lines';
import { ContextAreas } from './plot/context-areas';
import { EventLines } from './plot/event-lines';
import { MiniMap } from './plot/mini-map';
import { PlotHover } from './plot/plot-hover';
import { SideLine } from './plot/side-line';
import { SimulationLegend } from './plot/simulation-legend';
import type { LineEditing } from './plot/use-line-drag';
import { useSimulationPlot } from './plot/use-simulation-plot';
import { useZoom } from './plot/use-zoom';
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
  /** Of the policy, if it sets one: its line is worth showing if the session comes near it. */
  readonly policyWindow?: number | undefined;
  readonly selected: number;
  /** What went on beside the turns: the same list while nothing changed. */
  readonly beside?: readonly BesideMark[];
  /** A live session: there is no recording to compare with, and the window is shown from the first call. */
  readonly isLive?: boolean;
  readonly onSelect: (call: number) => void;
  readonly onStepEvent?: (direction: 1 | -1) => void;
  /** Missing if the lines follow from something that is not edited here. */
  readonly lineEditing?: LineEditing;
  /** Sub-agents, if there are any. */
  readonly lanes?: LaneOpening | undefined;
  /** Comes first in the line above the plot. */
  readonly children?: ReactNode;
}

/** Of one key press. */
const KEY_ZOOM = 1.5;

export function SimulationChart(props: SimulationChartProps) {
  const { timeline, simulation, ghost, overlays, window, selected, beside, isLive = false } = props;
  const { policyWindow = window, lineEditing, lanes: subAgents, onSelect, onStepEvent, children } = props;
  const { calls } = timeline;
  const isRecording = simulation?.mode === 'recorded';
  const [readout, setReadout] = useState<HTMLElement | null>(null);
  const [heldTop, setHeldTop] = useState<number>();
  const [box, size] = useSize<HTMLDivElement>();
  const [range, setRange] = useCallRange(calls, selected);
  const isWorthShowing = isLive || isWindowWorthShowing(largest(timeline.used), Math.min(window, policyWindow));
  const [view, actions] = useChartView(() => (isWorthShowing ? [] : ['line window']));
  const [wasWorthShowing, setWasWorthShowing] = useState(isWorthShowing);
  // The policy comes after the session. Later, a line that is dragged does not disappear.
  if (isWorthShowing && !wasWorthShowing) {
    setWasWorthShowing(true);
    if (view.hidden.has('line window')) actions.toggle('line window');
  }
  const { hidden } = view;
  const source = { timeline, simulation, beside, isLive, ghost, overlays, window, view, range, size, heldTop };
  const drawn = useSimulationPlot(source);
  const changeRange = useZoom({ calls, range, onRange: setRange });
  // Like every other change: one that waits for its frame must not come after it.
  const showAll = () => changeRange((_, all) => wholeRange(all));
  const { frame, area, scale, placing, events, shownLines, shownGhost, shownOverlays } = drawn;
  const places = useMemo(
    () =>
      spreadLabels(
        shownLines.map(({ tokens }) => Math.max(0, placing.y(tokens))),
        LINE_HEIGHT,
        area.height,
      ),
    [shownLines, placing, area],
  );
  const settings = lineEditing?.settings;
  const movable = useMemo(() => new Set(lineNames.filter((name) => settings?.[name].type === 'set')), [settings]);
  const zoom = (times: number) =>
    changeRange((shown, all) => {
      const isSeen = selected >= shown.from && selected < shown.to;
      return zoomedRange(shown, times, isSeen ? selected + 0.5 : (shown.from + shown.to) / 2, all);
    });
  useShortcuts({
    '+': () => zoom(1 / KEY_ZOOM),
    '=': () => zoom(1 / KEY_ZOOM),
    '-': () => zoom(KEY_ZOOM),
    '0': showAll,
  });

  return (
    <figure className={styles.chart} data-chart="context" aria-label="Context by category over calls">
      <ChartControls view={view} actions={actions} hasSimulation={simulation !== undefined} onStepEvent={onStepEvent}>
        {children}
      </ChartControls>
      <div ref={setReadout} className={styles.readout} data-part="readout" />
      <p className="visually-hidden">{summary(drawn.peak, events, simulation)}</p>
      <div className={plot.frame} data-part="plot" ref={box}>
        {!isLive && !isRecording && (
          <span className={styles.lane} style={{ top: lanes.recorded.top + 2 }} aria-hidden="true">
            recorded
          </span>
        )}
        {(isLive || simulation !== undefined) && (
          <span className={styles.lane} style={{ top: lanes.policy.top + 2 }} aria-hidden="true">
            {isRecording ? 'recorded' : 'policy'}
          </span>
        )}
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
            groups={drawn.recorded}
            placeOf={placing.xBefore}
            width={area.width}
            height={area.top + area.height}
          />
          <ComparisonLines
            recording={drawn.recordingLine}
            ghost={shownGhost}
            overlays={shownOverlays}
            range={range}
            placing={placing}
            area={area}
          />
          <ThresholdMarks
            simulation={simulation}
            ghost={shownGhost}
            lines={drawn.shownLines}
            places={places}
            range={range}
            placing={placing}
            area={area}
            isNarrow={frame.isNarrow}
            movable={movable}
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
          <GroupMarks groups={drawn.groups} width={area.width} />
          <PlotHover
            timeline={timeline}
            simulation={simulation}
            ghost={shownGhost}
            overlays={shownOverlays}
            events={events}
            groups={drawn.groups}
            recorded={drawn.recorded}
            lines={drawn.shownLines}
            places={places}
            editing={lineEditing}
            scale={scale}
            placing={placing}
            top={drawn.top}
            frame={frame}
            area={area}
            namesWidth={frame.right - (drawn.hasSideScale ? SIDE_SCALE : 0)}
            selected={selected}
            range={range}
            changeRange={changeRange}
            readout={readout}
            onSelect={onSelect}
            onRange={setRange}
            onShowAll={showAll}
            onHoldTop={setHeldTop}
          />
        </div>
      </div>
      {subAgents !== undefined && subAgents.all.lanes.length > 0 && (
        <ChildLanesChart {...subAgents} range={range} scale={scale} frame={frame} area={area} />
      )}
      <MiniMap
        curve={drawn.curve}
        calls={calls}
        top={Math.max(1, drawn.peak)}
        left={frame.left}
        width={area.width}
        right={frame.right}
        range={range}
        onRange={setRange}
      />
      <SimulationLegend
        present={drawn.present}
        events={simulation === undefined ? undefined : events}
        recorded={timeline.events}
        lines={drawn.lines}
        isRecording={isRecording}
        isLive={isLive}
        hasRecording={drawn.hasRecording}
        hasGhost={drawn.hasGhost}
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
