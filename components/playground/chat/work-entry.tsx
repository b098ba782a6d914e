import { SimulatedMark } from '@/components/charts/marks/event-mark';
import { changeTitle } from '@/components/charts/marks/event-names';
import { LongText } from '@/components/messages/parts/long-text';
import { CallLink } from '@/components/ui/call-link';
import { classNames } from '@/components/ui/class-names';
import { NumberText } from '@/components/ui/number-text';
import type { ChatItemOf } from '@/lib/agent/view/chat-item';
import { kindOfLayer } from '@/lib/series/chart/simulation-events';
import { changeReason } from '@/lib/series/words/change-reason';
import { sizeBefore } from '@/lib/simulator/pipeline/gate';
import type { ChatEnv } from './chat';
import entry from './chat-entry.module.css';
import { Fold } from './fold';
import styles from './work-entry.module.css';

interface WorkEntryProps {
  readonly work: ChatItemOf<'work'>;
  /** Unique among the entries. */
  readonly name: string;
  readonly env: ChatEnv;
}

/** What a layer did to the context: a line across the chat, more prominent for a compaction. */
export function WorkEntry({ work: { change, isCompaction, summary }, name, env }: WorkEntryProps) {
  return (
    <article
      className={classNames(entry.entry, styles.work, isCompaction && styles.compaction)}
      data-chat="work"
      data-layer={change.layer}
    >
      <p className={entry.gutter}>
        <CallLink call={change.call} onSelectCall={env.onSelectCall} />
      </p>
      <div>
        <p className={styles.line}>
          <SimulatedMark kind={kindOfLayer(change.layer)} />
          <strong className={styles.title}>{changeTitle(change)}</strong>
          <span>
            <NumberText value={sizeBefore(change)} unit="tokens before" />
            <span aria-hidden="true"> → </span>
            <span className="visually-hidden"> to </span>
            <NumberText value={change.after} unit="tokens after" />
          </span>
          <span className={styles.reason}>{changeReason(change)}</span>
        </p>
        {summary !== undefined && (
          <Fold name={name} env={env} title="Replacement summary">
            <LongText text={summary} label="Summary" />
          </Fold>
        )}
      </div>
    </article>
  );
}
