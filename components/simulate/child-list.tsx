import Link from 'next/link';
import { NumberText } from '@/components/ui/number-text';
import { exactNumber } from '@/lib/series/words/format-number';
import { placeToQuery, type SessionPlace } from '@/lib/state/sessions/session-place';
import type { TranscriptSummary } from '@/lib/transcript/summarise';
import styles from './child-list.module.css';

interface ChildListProps {
  readonly sessions: readonly TranscriptSummary[];
  readonly parent: SessionPlace;
  onOpen(): void;
}

export function ChildList({ sessions, parent, onOpen }: ChildListProps) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Calls</th>
            <th scope="col">Peak context</th>
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
              </td>
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
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
