import { Button } from '@/components/ui/button';
import { exactNumber } from '@/lib/series/words/format-number';
import small from '../fields/small-text.module.css';
import styles from './pinned-messages.module.css';

interface PinnedMessagesProps {
  readonly count: number;
  onUnpinAll(): void;
}

export function PinnedMessages({ count, onUnpinAll }: PinnedMessagesProps) {
  return (
    <section className={styles.pinned} aria-label="Pinned messages">
      <h3>Pinned messages</h3>
      <span className={styles.count}>{count === 0 ? 'none' : exactNumber(count)}</span>
      {count > 0 && <Button onClick={onUnpinAll}>Unpin all</Button>}
      <p className={small.explains}>No layer takes what is pinned. Pin a message in the list of messages.</p>
    </section>
  );
}
