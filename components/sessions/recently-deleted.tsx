import { Button } from '@/components/ui/button';
import type { RemovedSession } from '@/lib/storage/session-store';
import styles from './recently-deleted.module.css';

interface RecentlyDeletedProps {
  readonly removed: readonly RemovedSession[];
  onRestore(session: RemovedSession): void;
}

/** The notice with Undo is gone after a reload; deleted sessions stay for a while. */
export function RecentlyDeleted({ removed, onRestore }: RecentlyDeletedProps) {
  if (removed.length === 0) return null;
  return (
    <details className={styles.deleted}>
      <summary>Recently deleted ({removed.length})</summary>
      <ul>
        {removed.map((session) => (
          <li key={session.meta.id}>
            <span>{session.meta.title}</span>
            <Button onClick={() => onRestore(session)} aria-label={`Restore ${session.meta.title}`}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
