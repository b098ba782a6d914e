import type { ChatItemOf } from '@/lib/agent/view/chat-item';
import styles from './chat-entry.module.css';
import { RequestFigures } from './request-figures';

const titles = { summary: 'Side request: summary', note: 'Side request: session note' } as const;

/** A request of its own, with its own cost: the conversation has nothing of it. */
export function ForkEntry({ fork }: { readonly fork: ChatItemOf<'fork'> }) {
  return (
    <article className={styles.entry} data-chat="fork">
      <p className={styles.gutter}>fork</p>
      <div className={styles.fork}>
        <p>
          {titles[fork.purpose]}
          {fork.failed !== undefined && <span className={styles.error}>: {fork.failed}</span>}
        </p>
        <RequestFigures {...fork} />
      </div>
    </article>
  );
}
