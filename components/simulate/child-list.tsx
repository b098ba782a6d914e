import Link from 'next/link';
import { NumberText } from '@/components/ui/number-text';
import { dollars } from '@/lib/series/words/format-dollars';
import { exactNumber, percent } from '@/lib/series/words/format-number';
import { costShareOf, lanesSummary, sparedTokens } from '@/lib/series/words/lane-words';
import type { ChildLane, ChildLanes } from '@/lib/simulator/children/child-lane';
import { placeToQuery, type SessionPlace } from '@/lib/state/sessions/session-place';
import type { TranscriptSummary } from '@/lib/transcript/summarise';
import styles from './child-list.module.css';

interface ChildListProps {
  readonly sessions: readonly TranscriptSummary[];
  /** [O4] In the same order. */
  readonly lanes: ChildLanes;
  readonly parent: SessionPlace;
  onOpen(): void;
}

const SOURCES = {
  place: 'The call whose reply started it, and the first call that had its answer',
  work: 'What its replies and tool results added to its own context',
  returned: 'What of it reached the context of its parent',
  spared: 'Work that its parent did not carry',
  cost: 'As recorded, with its own sub-agents. The share is of this session with all its sub-agents.',
} as const;

export function ChildList({ sessions, lanes, parent, onOpen }: ChildListProps) {
  return (
    <>
      <p>{lanesSummary(lanes)}</p>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col" className={styles.title}>
                Title
              </th>
              <th scope="col" title={SOURCES.place}>
                At calls
              </th>
              <th scope="col">Calls</th>
              <th scope="col">Peak context</th>
              <th scope="col" title={SOURCES.work}>
                Work
              </th>
              <th scope="col" title={SOURCES.returned}>
                Returned
              </th>
              <th scope="col" title={SOURCES.spared}>
                Spared
              </th>
              <th scope="col" title={SOURCES.cost}>
                Cost
              </th>
            </tr>
          </thead>
          <tbody>
            {[...sessions.entries()].map(([position, session]) => (
              <tr key={position}>
                <td>
                  <Link
                    href={`/simulate?${placeToQuery({ ...parent, child: [...parent.child, position] })}`}
                    prefetch={false}
                    onClick={onOpen}
                  >
                    {session.title}
                  </Link>
                  {lanes.lanes[position]?.type !== undefined && (
                    <span className={styles.minor}>{lanes.lanes[position]?.type}</span>
                  )}
                </td>
                <LaneCells session={session} lane={lanes.lanes[position]} all={lanes} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface LaneCellsProps {
  readonly session: TranscriptSummary;
  readonly lane: ChildLane | undefined;
  readonly all: ChildLanes;
}

function LaneCells({ session, lane, all }: LaneCellsProps) {
  const isStarted = lane?.placedBy === 'call';
  const costShare = lane && costShareOf(lane, all);
  return (
    <>
      <td>{lane === undefined || lane.placedBy === 'none' ? 'unknown' : placeText(lane, all.parent.calls)}</td>
      <td>{exactNumber(session.calls)}</td>
      <td>
        {session.calls > 0 && (
          <NumberText
            value={session.peakTokens}
            unit="tokens"
            isEstimate={session.peakIsEstimated}
            source={session.peakIsEstimated ? 'estimated: no usage recorded' : 'as recorded'}
          />
        )}
      </td>
      <td>{lane && <NumberText value={lane.carriedTokens} unit="tokens" isEstimate={lane.isEstimate} />}</td>
      <td>{isStarted && <NumberText value={lane.returnedTokens} unit="tokens" />}</td>
      <td>{isStarted && <NumberText value={sparedTokens(lane)} unit="tokens" isEstimate={lane.isEstimate} />}</td>
      <td>
        {lane?.cost === undefined ? 'unknown' : dollars(lane.cost)}
        {costShare !== undefined && <span className={styles.minor}>{percent(costShare)}</span>}
      </td>
    </>
  );
}

function placeText({ from, to, placedBy }: ChildLane, calls: number): string {
  const end = to >= calls ? 'end' : exactNumber(to + 1);
  return `${placedBy === 'time' ? '≈ ' : ''}${exactNumber(from + 1)}–${end}`;
}
