import { NumberText } from '@/components/ui/number-text';
import { exactNumber } from '@/lib/series/format-number';
import type { TranscriptSummary } from '@/lib/transcript/summarise';
import styles from './child-list.module.css';

export function ChildList({ sessions }: { readonly sessions: readonly TranscriptSummary[] }) {
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
              <td>{session.title}</td>
              <td>{exactNumber(session.calls)}</td>
              <td>
                <NumberText value={session.peakTokens} unit="tokens" isEstimate={session.peakIsEstimated} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
