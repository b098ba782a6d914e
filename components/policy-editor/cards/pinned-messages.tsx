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
      <p className={small.explains}>Layers never remove pinned messages. Pin a message from the message list.</p>
    </section>
  );
}
