'use client';

import { useState } from 'react';
import type { EventGroup } from '@/lib/series/chart/group-events';
import type { CallScale } from '@/lib/series/chart/plot-scale';
import type { SimulationEvent } from '@/lib/series/chart/simulation-events';
import { exactNumber } from '@/lib/series/words/format-number';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import type { Timeline } from '@/lib/simulator/recorded/timeline';
import type { PlotFrame } from '../frame/plot-frame';
import { eventTitle } from '../marks/event-names';
import type { Overlay } from '../marks/line-looks';
import { CallCursor, HoveredCall } from './call-cursor';
import { type PlotPlace, PlotPointer } from './plot-pointer';
import { GroupTooltip, SimulationTooltip } from './simulation-tooltip';

interface PlotHoverProps {
  readonly timeline: Timeline;
  readonly simulation: Simulation | undefined;
  readonly ghost: Simulation | undefined;
  readonly overlays: readonly Overlay[];
  readonly events: readonly SimulationEvent[];
  readonly groups: readonly EventGroup[];
  readonly scale: CallScale;
  readonly frame: PlotFrame;
  readonly width: number;
  readonly laneTop: number;
  readonly selected: number;
  onSelect(call: number): void;
  onShowAll(): void;
}

type Hovered =
  | { readonly type: 'call'; readonly call: number }
  | { readonly type: 'group'; readonly group: EventGroup };

/** Hover distance of a mark, in pixels. */
const REACH = 9;

/** The pointer's tooltip and the selected call, drawn separately so that the rest of the chart is not redrawn. */
export function PlotHover(props: PlotHoverProps) {
  const { timeline, simulation, ghost, overlays, events, groups, scale, frame, width, laneTop } = props;
  const { selected, onSelect, onShowAll } = props;
  const [hovered, setHovered] = useState<Hovered>();
  const [isFocused, setIsFocused] = useState(false);
  const calls = timeline.calls;

  const hoveredAt = ({ call, x, y }: PlotPlace): Hovered => {
    const isInLane = y >= laneTop && y < frame.top;
    const group = isInLane ? groups.findLast((mark) => x >= mark.x - REACH && x <= mark.end + REACH) : undefined;
    return group === undefined ? { type: 'call', call } : { type: 'group', group };
  };
  const onPress = (place: PlotPlace) => {
    const pressed = hoveredAt(place);
    const call = pressed.type === 'call' ? pressed.call : (pressed.group.events[0]?.call ?? place.call);
    onSelect(Math.min(call, calls - 1));
  };

  const told = hovered ?? (isFocused ? ({ type: 'call', call: selected } as const) : undefined);
  return (
    <>
      {told?.type === 'call' && told.call !== selected && <HoveredCall scale={scale} call={told.call} frame={frame} />}
      <CallCursor
        scale={scale}
        frame={frame}
        calls={calls}
        selected={selected}
        label={spoken(simulation ?? timeline, selected, events)}
        onSelect={onSelect}
        onFocusVisible={setIsFocused}
      />
      <PlotPointer
        scale={scale}
        onHover={(place) => setHovered(place === undefined ? undefined : hoveredAt(place))}
        onPress={onPress}
        onDoublePress={onShowAll}
      />
      {told?.type === 'call' && (
        <SimulationTooltip
          timeline={timeline}
          simulation={simulation}
          ghost={ghost}
          overlays={overlays}
          events={events}
          call={told.call}
          share={scale.shareOf(told.call)}
        />
      )}
      {told?.type === 'group' && <GroupTooltip events={told.group.events} share={told.group.x / Math.max(1, width)} />}
    </>
  );
}

/** The selected call in words. */
function spoken({ used }: Pick<Timeline, 'used'>, call: number, events: readonly SimulationEvent[]): string {
  const happened = events.filter((event) => event.call === call).map(eventTitle);
  return [`${exactNumber(used[call] ?? 0)} tokens`, ...happened].join(', ');
}
