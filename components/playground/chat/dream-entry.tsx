import { classNames } from '@/components/ui/class-names';
import type { ShownDream } from '@/lib/agent/view/dream-view';
import { dreamTitle } from '@/lib/state/playground/memory/dream-words';
import { DreamDetails } from '../memory/dream-details';
import { DreamLadder } from '../memory/dream-ladder';
import type { ChatEnv } from './chat';
import styles from './chat-entry.module.css';
import { Fold } from './fold';

/** [D] A dream after the turn above it: one line that expands. Its undo is in the tab Memory. */
export function DreamEntry({ dream, env }: { readonly dream: ShownDream; readonly env: ChatEnv }) {
  const isOpen = dream.state === 'starting' || dream.state === 'updating';
  const isUnderWay = env.underWay.includes(dream.id);
  return (
    <article
      className={classNames(styles.entry, styles.quiet)}
      data-chat="dream"
      data-state={dream.state}
      aria-busy={(isOpen && isUnderWay) || undefined}
    >
      <p className={styles.gutter}>dream</p>
      <Fold
        name={`dream ${dream.id}`}
        env={env}
        title={
          <span className={classNames(dream.state === 'failed' && styles.error)}>{dreamTitle(dream, isUnderWay)}</span>
        }
      >
        {dream.state === 'closed' && <DreamLadder gates={dream.gates} label="Gates of this dream" />}
        <DreamDetails dream={dream} onEnd={env.onStopTask && (() => env.onStopTask?.(dream.id))} onUndo={undefined} />
      </Fold>
    </article>
  );
}
