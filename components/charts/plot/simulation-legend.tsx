'use client';

import { memo, type ReactNode } from 'react';
import { showFocused } from '@/components/ui/scrolling/show-focused';
import { type EventKind, layerMarks, mishapKinds, type SimulationEvent } from '@/lib/series/chart/simulation-events';
import type { ThresholdLine } from '@/lib/series/chart/threshold-lines';
import { exactNumber, roundNumber } from '@/lib/series/words/format-number';
import type { TimelineEvent } from '@/lib/simulator/recorded/timeline';
import type { ScenarioName } from '@/lib/state/simulate/simulated-session';
import { type Category, categoryTitles } from '@/lib/tokens/category';
import type { Boundary } from '@/lib/transcript/transcript';
import { categoryColor } from '../frame/category-color';
import type { Hideable } from '../frame/use-chart-view';
import { boundaryTitles } from '../marks/boundary-names';
import { EventMark, SimulatedMark } from '../marks/event-mark';
import { kindTitle } from '../marks/event-names';
import { ghostLook, type LineLook, lineLooks, overlayLooks, recordingLook } from '../marks/line-looks';
import styles from './simulation-legend.module.css';

interface SimulationLegendProps {
  readonly present: readonly Category[];
  /** Undefined while there is no simulation. */
  readonly events: readonly SimulationEvent[] | undefined;
  readonly recorded: readonly TimelineEvent[];
  readonly lines: readonly ThresholdLine[];
  /** The events are those of the recording. */
  readonly isRecording: boolean;
  /** It grows: what has not happened may happen yet. */
  readonly isLive: boolean;
  readonly hasRecording: boolean;
  readonly hasGhost: boolean;
  readonly overlays: readonly ScenarioName[];
  readonly hidden: ReadonlySet<Hideable>;
  /** The numbers of the lines, if there is no room for them in the chart. */
  readonly hasNumbers: boolean;
  onToggle(item: Hideable): void;
}

const kindOrder: readonly EventKind[] = [...layerMarks.map(({ kind }) => kind).reverse(), ...mishapKinds];
const recordedOrder: readonly Boundary['kind'][] = ['full', 'micro', 'prune', 'rewind'];

/**
 * One line of fixed height that scrolls sideways: changes while a slider is dragged must not shift the page. What happened
 * comes first, and the lines last: they have their names in the plot.
 */
export const SimulationLegend = memo(function SimulationLegend(props: SimulationLegendProps) {
  const { present, events, recorded, isRecording, isLive, lines, hasRecording, hasGhost } = props;
  const { overlays, hidden, hasNumbers, onToggle } = props;
  const counts = countsOf(events ?? []);
  const item = (key: Hideable, mark: ReactNode, name: ReactNode) => (
    <li key={key}>
      <button
        type="button"
        className={styles.item}
        aria-pressed={!hidden.has(key)}
        title={hidden.has(key) ? 'Show in chart' : 'Hide in chart'}
        onClick={() => onToggle(key)}
      >
        {mark}
        {name}
      </button>
    </li>
  );
  return (
    <div className={styles.legend} data-part="legend">
      <Group title="Events">
        {kindOrder
          .filter((kind) => counts.has(kind))
          .map((kind) =>
            item(
              `event ${kind}`,
              <SimulatedMark kind={kind} />,
              <>
                {kindTitle(kind)} <span className={styles.count}>{exactNumber(counts.get(kind) ?? 0)}</span>
              </>,
            ),
          )}
        {isLive && (events ?? []).length === 0 && <li className={styles.note}>No events so far.</li>}
        {!isLive && !isRecording && events?.length === 0 && (
          <li className={styles.note}>No events: this policy never acts on this session.</li>
        )}
        {!isLive && (isRecording ? events?.length === 0 : events === undefined && recorded.length === 0) && (
          <li className={styles.note}>No events recorded.</li>
        )}
        {recordedOrder
          .filter((kind) => recorded.some((event) => event.kind === kind))
          .map((kind) =>
            item(
              `recorded ${kind}`,
              <EventMark kind={kind} />,
              <>
                {boundaryTitles[kind]}, recorded{' '}
                <span className={styles.count}>
                  {exactNumber(recorded.filter((event) => event.kind === kind).length)}
                </span>
              </>,
            ),
          )}
        {recorded.some((event) => event.isGuess) && (
          <li className={styles.note}>
            <EventMark kind="full" isGuess />
            hollow: inferred, not recorded
          </li>
        )}
      </Group>
      <Group title="Content">
        {present.map((category) =>
          item(
            category,
            <span className={styles.swatch} style={{ color: categoryColor(category) }} />,
            categoryTitles[category],
          ),
        )}
      </Group>
      <Group title="Lines">
        {lines.map(({ name, tokens }) =>
          item(
            `line ${name}`,
            <Stroke {...lineLooks[name]} />,
            <>
              {name} {hasNumbers && <span className={styles.count}>{roundNumber(tokens)}</span>}
            </>,
          ),
        )}
        {hasRecording && item('recording', <Stroke {...recordingLook} />, 'recording')}
        {hasGhost && item('ghost', <Stroke {...ghostLook} />, 'before change')}
        {overlays.map((name) =>
          item(
            `scenario ${name}`,
            <Stroke {...overlayLooks[name]} />,
            <>
              <span className="visually-hidden">Scenario</span> {name}
            </>,
          ),
        )}
      </Group>
    </div>
  );
});

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <ul className={styles.group} aria-label={`Legend: ${title.toLowerCase()}`} onFocus={showFocused}>
      {children}
    </ul>
  );
}

function Stroke({ color, dash, isThin }: LineLook) {
  return (
    <svg width="22" height="10" viewBox="0 0 22 10" aria-hidden="true" focusable="false">
      <path d="M1 5H21" stroke={color} strokeWidth={isThin ? 1 : 1.75} strokeDasharray={dash} />
    </svg>
  );
}

function countsOf(events: readonly SimulationEvent[]): ReadonlyMap<EventKind, number> {
  const counts = new Map<EventKind, number>();
  for (const { kind } of events) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
