import { LongText } from '@/components/messages/parts/long-text';
import { EmptyState } from '@/components/ui/empty-state';
import { NumberText } from '@/components/ui/number-text';
import type { ShownNote } from '@/lib/agent/view/run-view';
import styles from './tabs.module.css';

/** [N1] The session note. */
export function NoteTab({ note }: { readonly note: ShownNote | undefined }) {
  if (note === undefined) {
    return (
      <EmptyState title="No note yet">
        <p>
          Once the context has grown enough, the policy asks the model for a session note in a side request. Compaction
          can then use the note instead of a new summary. Type /summary to request it now.
        </p>
      </EmptyState>
    );
  }
  return (
    <div className={styles.tab}>
      <p className={styles.muted}>
        <NumberText value={note.tokens} unit="tokens" isEstimate /> tokens, current version
      </p>
      <LongText text={note.text} label="Session note" />
    </div>
  );
}
