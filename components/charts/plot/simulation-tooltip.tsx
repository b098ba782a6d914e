import type { ReactNode } from 'react';
import { SimulatedMark } from '@/components/charts/marks/event-mark';
import { eventReason, eventSizes, eventTitle } from '@/components/charts/marks/event-names';
import type { SimulationEvent } from '@/lib/series/chart/simulation-events';
import { dollars } from '@/lib/series/words/format-dollars';
import { exactNumber, percent, shortNumber } from '@/lib/series/words/format-number';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import type { Timeline } from '@/lib/simulator/recorded/timeline';
import { categories, categoryTitles } from '@/lib/tokens/category';
import { categoryColor } from '../frame/category-color';
import { describeEvent } from '../marks/boundary-names';
import { EventMark } from '../marks/event-mark';
import type { Overlay } from '../marks/line-looks';
import styles from './simulation-tooltip.module.css';

interface SimulationTooltipProps {
  readonly timeline: Timeline;
  readonly simulation: Simulation | undefined;
  readonly ghost: Simulation | undefined;
  readonly overlays: readonly Overlay[];
  readonly events: readonly SimulationEvent[];
  readonly call: number;
  /** Its position, as a share of the plot's width. */
  readonly share: number;
}

/** The numbers of one call. */
export function SimulationTooltip(props: SimulationTooltipProps) {
  const { timeline, simulation, ghost, overlays, events, call, share } = props;
  const timeMs = timeline.timeMs[call] ?? Number.NaN;
  const isSent = simulation?.deadAt === undefined || call < simulation.deadAt;
  const happened = events.filter((event) => event.call === call);
  const recorded = timeline.events.filter((event) => event.call === call);
  return (
    <TooltipBox share={share}>
      <p className={styles.head}>
        <span>Call {exactNumber(call + 1)}</span>
        {!Number.isNaN(timeMs) && <span className={styles.muted}>{new Date(timeMs).toLocaleString('sv-SE')}</span>}
      </p>
      {isSent ? (
        <table className={styles.table}>
          <tbody>
            <Contents timeline={timeline} simulation={simulation} call={call} />
            {simulation !== undefined && (
              <>
                <Compared timeline={timeline} ghost={ghost} overlays={overlays} call={call} />
                <Bill simulation={simulation} call={call} />
              </>
            )}
          </tbody>
        </table>
      ) : (
        <p>Not sent: session dead.</p>
      )}
      {happened.slice(0, MAX_EVENTS).map((event) => (
        <EventLine key={event.order} event={event} />
      ))}
      <More than={MAX_EVENTS} count={happened.length} />
      {recorded.map((event) => (
        <p key={event.boundary} className={styles.event}>
          <EventMark kind={event.kind} isGuess={event.isGuess} />
          {simulation === undefined ? '' : 'Recorded: '}
          {describeEvent(event)}
        </p>
      ))}
    </TooltipBox>
  );
}

interface GroupTooltipProps {
  readonly events: readonly SimulationEvent[];
  readonly share: number;
}

/** The events in one mark. */
export function GroupTooltip({ events, share }: GroupTooltipProps) {
  return (
    <TooltipBox share={share}>
      {events.slice(0, MAX_EVENTS).map((event) => (
        <EventLine key={event.order} event={event} hasCall />
      ))}
      <More than={MAX_EVENTS} count={events.length} />
    </TooltipBox>
  );
}

const MAX_EVENTS = 6;

function TooltipBox({ share, children }: { readonly share: number; readonly children: ReactNode }) {
  return (
    <div className={styles.anchor} style={{ left: `${share * 100}%` }} data-side={share < 0.5 ? 'right' : 'left'}>
      <div className={styles.tooltip}>{children}</div>
    </div>
  );
}

function More({ than, count }: { readonly than: number; readonly count: number }) {
  return count <= than ? null : <p className={styles.muted}>and {exactNumber(count - than)} more</p>;
}

interface ContentsProps {
  readonly timeline: Timeline;
  readonly simulation: Simulation | undefined;
  readonly call: number;
}

function Contents({ timeline, simulation, call }: ContentsProps) {
  const { byCategory, used } = simulation ?? timeline;
  const total = used[call] ?? 0;
  const isMeasured = simulation === undefined && timeline.isMeasured[call] === 1;
  const what = simulation === undefined ? (isMeasured ? 'recorded' : 'estimated') : 'simulated';
  return (
    <>
      {categories
        .filter((category) => (byCategory[category][call] ?? 0) > 0)
        .toReversed()
        .map((category) => {
          const tokens = byCategory[category][call] ?? 0;
          return (
            <Line
              key={category}
              name={
                <>
                  <span className={styles.swatch} style={{ background: categoryColor(category) }} />
                  {categoryTitles[category]}
                </>
              }
              value={exactNumber(tokens)}
              isEstimate
              aside={percent(tokens / Math.max(1, total))}
            />
          );
        })}
      <Line name={`Tokens in, ${what}`} value={exactNumber(total)} isEstimate={!isMeasured} isFirst />
    </>
  );
}

interface ComparedProps {
  readonly timeline: Timeline;
  readonly ghost: Simulation | undefined;
  readonly overlays: readonly Overlay[];
  readonly call: number;
}

function Compared({ timeline, ghost, overlays, call }: ComparedProps) {
  const others = overlays.map(({ name, simulation }) => ({ name: `scenario ${name}`, simulation }));
  const shown = ghost === undefined ? others : [{ name: 'before change', simulation: ghost }, ...others];
  return (
    <>
      <Line
        name="recorded"
        value={exactNumber(timeline.used[call] ?? 0)}
        isEstimate={timeline.isMeasured[call] !== 1}
      />
      {shown.map(({ name, simulation }) => {
        const isSent = simulation.deadAt === undefined || call < simulation.deadAt;
        return <Line key={name} name={name} value={isSent ? exactNumber(simulation.used[call] ?? 0) : 'dead'} />;
      })}
    </>
  );
}

function Bill({ simulation, call }: { readonly simulation: Simulation; readonly call: number }) {
  const { counted, threshold, thresholds, used, cacheRead, cacheWritten, uncached, cost } = simulation;
  const sent = Math.max(1, used[call] ?? 0);
  const isReached = (counted[call] ?? 0) >= (threshold[call] ?? 0);
  const price = cost[call] ?? Number.NaN;
  const cache = [
    ['Read from cache', cacheRead],
    ['Written to cache', cacheWritten],
    ['Uncached', uncached],
  ] as const;
  return (
    <>
      <Line name="Estimated before the call" value={exactNumber(counted[call] ?? 0)} isFirst />
      {thresholds.isAutomatic && (
        <Line name={isReached ? '≥ threshold' : '< threshold'} value={exactNumber(threshold[call] ?? 0)} />
      )}
      {cache.map(([name, tokens], index) => (
        <Line
          key={name}
          name={name}
          value={exactNumber(tokens[call] ?? 0)}
          aside={percent((tokens[call] ?? 0) / sent)}
          isFirst={index === 0}
        />
      ))}
      <Line name="Cost" value={Number.isNaN(price) ? 'no price available' : dollars(price)} />
    </>
  );
}

interface LineProps {
  readonly name: ReactNode;
  readonly value: string;
  readonly aside?: string;
  readonly isEstimate?: boolean;
  /** For several related events. */
  readonly isFirst?: boolean;
}

function Line({ name, value, aside = '', isEstimate = false, isFirst = false }: LineProps) {
  return (
    <tr className={isFirst ? styles.total : undefined}>
      <td>{name}</td>
      <td>
        {isEstimate && <span className={styles.muted}>≈ </span>}
        {value}
      </td>
      <td className={styles.muted}>{aside}</td>
    </tr>
  );
}

interface EventLineProps {
  readonly event: SimulationEvent;
  readonly hasCall?: boolean;
}

/** An event in a tooltip. */
function EventLine({ event, hasCall = false }: EventLineProps) {
  const sizes = eventSizes(event);
  return (
    <div className={styles.event}>
      <SimulatedMark kind={event.kind} />
      <p>
        {hasCall && `Call ${exactNumber(event.call + 1)}: `}
        {eventTitle(event)}
        {sizes !== undefined && `, ${shortNumber(sizes.before)} → ${shortNumber(sizes.after)}`}
        <br />
        <span className={styles.muted}>{eventReason(event)}</span>
      </p>
    </div>
  );
}
