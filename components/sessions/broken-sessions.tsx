import { Button } from '@/components/ui/button';
import type { BrokenSession } from '@/lib/storage/session-store';
import styles from './broken-sessions.module.css';

interface BrokenSessionsProps {
  readonly broken: readonly BrokenSession[];
  onExport(session: BrokenSession): void;
  onRemove(session: BrokenSession): void;
}

/** Whatever is stored and cannot be opened, each with its reason. */
export function BrokenSessions({ broken, onExport, onRemove }: BrokenSessionsProps) {
  if (broken.length === 0) return null;
  return (
    <section className={styles.broken} aria-labelledby="cannot-be-opened">
      <h2 id="cannot-be-opened">Cannot be opened ({broken.length})</h2>
      <p>
        They were left unchanged. If a newer version of Highwater has written them, update, then reload; if not, import
        the original files again.
      </p>
      <ul>
        {broken.map((session) => (
          <li key={session.id}>
            <span>
              {session.title} <span className={styles.why}>{session.why}</span>
            </span>
            <span className={styles.actions}>
              <Button onClick={() => onExport(session)} aria-label={`Export what is there of ${session.title}`}>
                Export
              </Button>
              <Button onClick={() => onRemove(session)} aria-label={`Delete ${session.title}`}>
                Delete
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
