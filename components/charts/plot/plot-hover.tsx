'use client';

import { useState } from 'react';
import { type CallRange, rangeAround } from '@/lib/series/chart/call-range';
import type { EventGroup, RecordedGroup } from '@/lib/series/chart/group-events';
import type { Placing } from '@/lib/series/chart/line-path';
import type { CallScale } from '@/lib/series/chart/plot-scale';
import type { SimulationEvent } from '@/lib/series/chart/simulation-events';
import type { LineName, ThresholdLine } from '@/lib/series/chart/threshold-lines';
import { exactNumber } from '@/lib/series/words/format-number';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import type { Timeline } from '@/lib/simulator/recorded/timeline';
import type { LineSettings } from '@/lib/state/policy/line-settings';
import { lanes, type PlotArea, type PlotFrame } from '../frame/plot-frame';
import { eventTitle } from '../marks/event-names';
import { LineGrips } from '../marks/line-grips';
import type { Overlay } from '../marks/line-looks';
import { CallCursor, HoveredCall } from './call-cursor';
import { CallReadout } from './call-readout';
import { GroupReadout, LineReadout } from './group-readout';
import { type PlotDrag, type PlotPlace, PlotPointer } from './plot-pointer';
import { Readout } from './readout';
import { type LineEditing, useLineDrag } from './use-line-drag';
import type { ChangeRange } from './use-zoom';

interface PlotHoverProps {
  readonly timeline: Timeline;
  readonly simulation: Simulation | undefined;
  readonly ghost: Simulation | undefined;
  readonly overlays: readonly Overlay[];
  readonly events: readonly SimulationEvent[];
  readonly groups: readonly EventGroup[];
  readonly recorded: readonly RecordedGroup[];
  readonly lines: readonly ThresholdLine[];
  /** Of the names of the lines. */
  readonly places: readonly number[];
  readonly editing: LineEditing | undefined;
  readonly scale: CallScale;
  readonly placing: Placing;
  readonly top: number;
  readonly frame: PlotFrame;
  readonly area: PlotArea;
  /** The room for the names of the lines. */
  readonly namesWidth: number;
  readonly selected: number;
  readonly range: CallRange;
  readonly changeRange: ChangeRange;
  /** Where the numbers are shown: outside the plot, so that they do not cover the curve. */
  readonly readout: HTMLElement | null;
  onSelect(call: number): void;
  onRange(range: CallRange): void;
  onShowAll(): void;
  onHoldTop(top: number | undefined): void;
}

type Hovered =
  | { readonly type: 'call'; readonly call: number }
  | { readonly type: 'group'; readonly group: EventGroup }
  | { readonly type: 'recorded'; readonly group: RecordedGroup }
  | { readonly type: 'line'; readonly line: LineName };

/** Hover distance of a mark, in pixels. */
const REACH = 9;
/** The same of a line, of which there are several, and of the selected call. */
const LINE_REACH = 3;
const CURSOR_REACH = 4;

/** The call at the pointer, the selected call, and the numbers of either, drawn separately so that the rest of the chart is not redrawn. */
export function PlotHover(props: PlotHoverProps) {
  const { timeline, simulation, ghost, overlays, events, groups, recorded, lines, places } = props;
  const { editing, scale, placing, top, frame, area, namesWidth, selected, range, changeRange, readout } = props;
  const { onSelect, onRange, onShowAll, onHoldTop } = props;
  const [hovered, setHovered] = useState<Hovered>();
  const calls = timeline.calls;
  const settings = editing?.settings;
  const dragLine = useLineDrag({ editing, area, top, onHold: onHoldTop });

  const lineAt = ({ y, call }: PlotPlace): LineName | undefined => {
    // Where two lie on each other, it is the threshold that is meant.
    const distance = ({ name, tokens }: ThresholdLine) => {
      const here = name === 'auto' ? (simulation?.threshold[call] ?? tokens) : tokens;
      return Math.abs(area.top + placing.y(here) - y) - (name === 'auto' ? 0.5 : 0);
    };
    const near = lines.filter((line) => distance(line) <= LINE_REACH);
    // Of several within reach, one that can be moved.
    const movable = near.filter(({ name }) => settings?.[name].type === 'set');
    return (movable.length > 0 ? movable : near).toSorted((a, b) => distance(a) - distance(b))[0]?.name;
  };
  const hoveredAt = (place: PlotPlace): Hovered => {
    const { call, x, y } = place;
    const isHere = (mark: { readonly x: number; readonly end: number }) => x >= mark.x - REACH && x <= mark.end + REACH;
    if (y < lanes.recorded.top + lanes.recorded.height) {
      const group = recorded.findLast(isHere);
      if (group !== undefined) return { type: 'recorded', group };
    } else if (y < frame.top) {
      const group = groups.findLast(isHere);
      if (group !== undefined) return { type: 'group', group };
    }
    const line = settings === undefined ? undefined : lineAt(place);
    return line === undefined ? { type: 'call', call } : { type: 'line', line };
  };
  const dragAt = (place: PlotPlace): PlotDrag => {
    const pressed = hoveredAt(place);
    if (pressed.type === 'line' && settings?.[pressed.line].type === 'set') {
      return { type: 'line', line: pressed.line };
    }
    return isAtCursor(place) ? { type: 'select' } : { type: 'zoom' };
  };
  const isAtCursor = ({ x }: PlotPlace) => Math.abs(x - scale.shareOf(selected) * area.width) <= CURSOR_REACH;
  const onClick = (place: PlotPlace) => {
    const pressed = hoveredAt(place);
    if (pressed.type === 'call' || pressed.type === 'line') {
      onSelect(Math.min(place.call, calls - 1));
      return;
    }
    const marked = pressed.group.items.map(({ call }) => Math.min(call, calls - 1));
    const first = marked[0] ?? place.call;
    const nearer = rangeAround(first, marked.at(-1) ?? first, calls);
    // Events of one call, or of calls that are as near as they can be, do not come apart.
    if (marked.length > 1 && nearer.to - nearer.from < range.to - range.from) {
      // It is somewhere else now.
      setHovered(undefined);
      onRange(nearer);
    } else onSelect(first);
  };
  const hoverLine = (line: LineName | undefined) => setHovered(line && { type: 'line', line });

  const told = hovered ?? ({ type: 'call', call: selected } as const);
  return (
    <>
      {told.type === 'call' && told.call !== selected && <HoveredCall scale={scale} call={told.call} frame={frame} />}
      <CallCursor
        scale={scale}
        frame={frame}
        calls={calls}
        selected={selected}
        label={spoken(simulation ?? timeline, selected, events)}
        onSelect={onSelect}
      />
      <PlotPointer
        scale={scale}
        calls={calls}
        range={range}
        changeRange={changeRange}
        cursor={cursorOf(told, settings)}
        dragAt={dragAt}
        onHover={(place) => setHovered(place === undefined ? undefined : hoveredAt(place))}
        onClick={onClick}
        onSelect={(call) => onSelect(Math.min(call, calls - 1))}
        onRange={onRange}
        onShowAll={onShowAll}
        onLineDrag={dragLine}
      />
      {editing !== undefined && (
        <LineGrips
          lines={lines}
          places={places}
          settings={editing.settings}
          area={area}
          width={namesWidth}
          onMove={(line, tokens) => editing.take(line)(tokens)}
          onDrag={dragLine}
          onHover={hoverLine}
        />
      )}
      <Readout place={readout}>
        {told.type === 'call' && (
          <CallReadout
            timeline={timeline}
            simulation={simulation}
            ghost={ghost}
            overlays={overlays}
            events={events}
            call={told.call}
          />
        )}
        {(told.type === 'group' || told.type === 'recorded') && <GroupReadout {...told} />}
        {told.type === 'line' && settings !== undefined && (
          <LineReadout line={lines.find(({ name }) => name === told.line)} setting={settings[told.line]} />
        )}
      </Readout>
    </>
  );
}

function cursorOf(told: Hovered, settings: LineSettings | undefined): string {
  switch (told.type) {
    case 'call':
      return 'crosshair';
    case 'line':
      return settings?.[told.line].type === 'set' ? 'ns-resize' : 'crosshair';
    case 'group':
    case 'recorded':
      return told.group.items.length > 1 ? 'zoom-in' : 'pointer';
  }
}

/** The selected call in words. */
function spoken({ used }: Pick<Timeline, 'used'>, call: number, events: readonly SimulationEvent[]): string {
  const happened = events.filter((event) => event.call === call).map(eventTitle);
  return [`${exactNumber(used[call] ?? 0)} tokens`, ...happened].join(', ');
}
