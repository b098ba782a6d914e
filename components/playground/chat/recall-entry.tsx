import { classNames } from '@/components/ui/class-names';
import type { ChatItemOf } from '@/lib/agent/view/chat-item';
import { recallTitle } from '@/lib/state/playground/memory/memory-words';
import { RecallDetails } from '../memory/recall-details';
import type { ChatEnv } from './chat';
import styles from './chat-entry.module.css';
import { Fold } from './fold';

interface RecallEntryProps {
  readonly recall: ChatItemOf<'recall'>;
  /** Unique among the entries. */
  readonly name: string;
  readonly env: ChatEnv;
}

/** [R] What was recalled for the prompt above it: one line that expands. */
export function RecallEntry({ recall, name, env }: RecallEntryProps) {
  return (
    <article
      className={classNames(styles.entry, styles.quiet)}
      data-chat="recall"
      data-state={recall.state}
      aria-busy={recall.state === 'waits' || undefined}
    >
      <p className={styles.gutter}>recall</p>
      <Fold name={name} env={env} title={recallTitle(recall)}>
        <RecallDetails recall={recall} />
      </Fold>
    </article>
  );
}
