import type { ReactNode } from 'react';
import type { SimulationEvent } from '@/lib/series/chart/simulation-events';
import { dollars } from '@/lib/series/words/format-dollars';
import { exactNumber, percent } from '@/lib/series/words/format-number';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import type { Timeline } from '@/lib/simulator/recorded/timeline';
import { categories, categoryTitles } from '@/lib/tokens/category';
import { categoryColor } from '../frame/category-color';
import { describeEvent } from '../marks/boundary-names';
import { EventMark } from '../marks/event-mark';
import type { Overlay } from '../marks/line-looks';
import { EventNote } from './event-note';
import styles from './readout.module.css';

interface CallReadoutProps {
  readonly timeline: Timeline;
  readonly simulation: Simulation | undefined;
  readonly ghost: Simulation | undefined;
  readonly overlays: readonly Overlay[];
  readonly events: readonly SimulationEvent[];
  readonly call: number;
}

/** The numbers of one call, the most asked for first: on a small screen the rest is scrolled to. */
export function CallReadout({ timeline, simulation, ghost, overlays, events, call }: CallReadoutProps) {
  // A live session has room for calls to come.
  const isMade = call < (simulation?.calls ?? timeline.used.length);
  const timeMs = timeline.timeMs[call] ?? Number.NaN;
  const isSent = isMade && (simulation?.deadAt === undefined || call < simulation.deadAt);
  const happened = events.filter((event) => event.call === call);
  const recorded = timeline.events.filter((event) => event.call === call);
  return (
    <>
      <strong>Call {exactNumber(call + 1)}</strong>
      {isSent ? (
        <>
          <Sizes timeline={timeline} simulation={simulation} call={call} />
          {simulation !== undefined && (
            <>
              <Compared
                isSimulated={simulation.mode !== 'recorded'}
                timeline={timeline}
                ghost={ghost}
                overlays={overlays}
                call={call}
              />
              <Threshold simulation={simulation} call={call} />
            </>
          )}
        </>
      ) : (
        <span className={styles.muted}>{isMade ? 'not sent: session dead' : 'not made yet'}</span>
      )}
      {happened.map((event) => (
        <EventNote key={event.order} event={event} />
      ))}
      {recorded.map((event) => (
        <span key={event.boundary} className={styles.event}>
          <EventMark kind={event.kind} isGuess={event.isGuess} /> {simulation === undefined ? '' : 'Recorded: '}
          {describeEvent(event)}
        </span>
      ))}
      {isSent && simulation !== undefined && <Bill simulation={simulation} call={call} />}
      {isSent && <Contents {...(simulation ?? timeline)} call={call} />}
      {!Number.isNaN(timeMs) && <span className={styles.muted}>{new Date(timeMs).toLocaleString('sv-SE')}</span>}
    </>
  );
}

interface SizesProps {
  readonly timeline: Timeline;
  readonly simulation: Simulation | undefined;
  readonly call: number;
}

function Sizes({ timeline, simulation, call }: SizesProps) {
  const isMeasured = timeline.isMeasured[call] === 1;
  const output = timeline.output[call] ?? 0;
  const isSimulated = simulation !== undefined && simulation.mode !== 'recorded';
  const what = isSimulated ? 'simulated' : isMeasured ? 'recorded' : 'estimated';
  return (
    <>
      <Item
        name={`in, ${what}`}
        value={exactNumber((simulation ?? timeline).used[call] ?? 0)}
        isEstimate={isSimulated || !isMeasured}
        isMain
      />
      {output > 0 && <Item name="out" value={exactNumber(output)} isEstimate={!isMeasured} />}
    </>
  );
}

interface ComparedProps {
  readonly isSimulated: boolean;
  readonly timeline: Timeline;
  readonly ghost: Simulation | undefined;
  readonly overlays: readonly Overlay[];
  readonly call: number;
}

function Compared({ isSimulated, timeline, ghost, overlays, call }: ComparedProps) {
  const others = overlays.map(({ name, simulation }) => ({ name: `scenario ${name}`, simulation }));
  const shown = ghost === undefined ? others : [{ name: 'before change', simulation: ghost }, ...others];
  return (
    <>
      {isSimulated && (
        <Item
          name="recorded"
          value={exactNumber(timeline.used[call] ?? 0)}
          isEstimate={timeline.isMeasured[call] !== 1}
        />
      )}
      {shown.map(({ name, simulation }) => {
        const isSent = simulation.deadAt === undefined || call < simulation.deadAt;
        return <Item key={name} name={name} value={isSent ? exactNumber(simulation.used[call] ?? 0) : 'dead'} />;
      })}
    </>
  );
}

interface OfSimulationProps {
  readonly simulation: Simulation;
  readonly call: number;
}

function Threshold({ simulation: { counted, threshold, thresholds }, call }: OfSimulationProps) {
  const estimate = counted[call] ?? 0;
  const limit = threshold[call] ?? 0;
  const verdict = `${estimate >= limit ? '≥' : '<'} threshold ${exactNumber(limit)}`;
  return (
    <Item
      name="estimated before"
      value={exactNumber(estimate)}
      aside={thresholds.isAutomatic ? verdict : ''}
      title="Estimated before the call, and the threshold of automatic compaction then"
    />
  );
}

function Bill({ simulation, call }: OfSimulationProps) {
  const { mode, used, cacheRead, cacheWritten, uncached, cost } = simulation;
  const sent = Math.max(1, used[call] ?? 0);
  const price = cost[call] ?? Number.NaN;
  const cache = [
    ['read from cache', cacheRead],
    ['written to cache', cacheWritten],
    ['uncached', uncached],
  ] as const;
  return (
    <>
      <Item
        name={mode === 'recorded' ? 'cost' : 'estimated cost'}
        value={Number.isNaN(price) ? 'no price available' : dollars(price)}
      />
      {cache.map(([name, tokens]) => (
        <Item
          key={name}
          name={name}
          value={exactNumber(tokens[call] ?? 0)}
          aside={percent((tokens[call] ?? 0) / sent)}
        />
      ))}
    </>
  );
}

function Contents({ byCategory, used, call }: Pick<Timeline, 'byCategory' | 'used'> & { readonly call: number }) {
  const total = Math.max(1, used[call] ?? 0);
  return categories
    .filter((category) => (byCategory[category][call] ?? 0) > 0)
    .map((category) => {
      const tokens = byCategory[category][call] ?? 0;
      return (
        <Item
          key={category}
          name={
            <>
              <span className={styles.swatch} style={{ background: categoryColor(category) }} />
              <span className={styles.category}>{categoryTitles[category]}</span>
            </>
          }
          title={categoryTitles[category]}
          value={exactNumber(tokens)}
          isEstimate
          aside={percent(tokens / total)}
          isNameFirst
        />
      );
    });
}

interface ItemProps {
  readonly name: ReactNode;
  readonly value: string;
  readonly aside?: string;
  readonly title?: string;
  readonly isEstimate?: boolean;
  readonly isMain?: boolean;
  readonly isNameFirst?: boolean;
}

function Item({ name, value, aside = '', title, isEstimate = false, isMain = false, isNameFirst = false }: ItemProps) {
  const number = (
    <>
      {isEstimate && <span className={styles.muted}>≈ </span>}
      <span className={isMain ? styles.main : styles.value}>{value}</span>
    </>
  );
  const named = <span className={styles.muted}>{name}</span>;
  return (
    <span className={styles.item} title={title}>
      {isNameFirst ? named : number} {isNameFirst ? number : named}
      {aside !== '' && <span className={styles.muted}> {aside}</span>}
    </span>
  );
}
