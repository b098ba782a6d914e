'use client';

import Link from 'next/link';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { sessionList } from '@/components/shell/stores';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import forms from '@/components/ui/forms.module.css';
import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import { TimeText } from '@/components/ui/time-text';
import { counted } from '@/lib/series/words/format-number';
import { type CompactionMark, markAt } from '@/lib/state/prompts/compaction-marks';
import { writePromptsLink } from '@/lib/state/prompts/prompts-link';
import { entriesOf } from '@/lib/state/sessions/session-entry';
import { placeToQuery } from '@/lib/state/sessions/session-place';
import { prompts } from '../stores/prompt-stores';
import styles from './choose-place.module.css';
import { MarkShape } from './mark-shape';
import { markWords } from './mark-words';

interface ChoosePlaceProps {
  readonly isOpen: boolean;
  readonly sessionId: string;
  readonly marks: readonly CompactionMark[];
  readonly at: Pick<CompactionMark, 'call' | 'by'>;
  onMark(mark: CompactionMark): void;
  onClose(): void;
}

/** All compactions of the session, and the other sessions with theirs. */
export function ChoosePlace({ isOpen, ...props }: ChoosePlaceProps) {
  return (
    <Dialog title="Session and compaction" isOpen={isOpen} onClose={props.onClose}>
      {isOpen && <Places {...props} />}
    </Dialog>
  );
}

function Places({ sessionId, marks, at, onMark, onClose }: Omit<ChoosePlaceProps, 'isOpen'>) {
  const { stored, visit, samples } = useStore(sessionList);
  const columns = useStore(prompts, (state) => state.columns);
  const here = markAt(marks, at);
  const others = entriesOf({ stored, visit, samples })
    .filter(({ id, calls }) => id !== sessionId && calls !== 0)
    .sort(
      (a, b) =>
        Number((b.compactions ?? 0) > 0) - Number((a.compactions ?? 0) > 0) || (b.dateMs ?? 0) - (a.dateMs ?? 0),
    );
  const set = columns.map(({ source }) => source).filter(({ type }) => type !== 'kept');
  const hash = set.length < 2 ? '' : `#${writePromptsLink({ columns: set, laterCalls: [] })}`;

  useEffect(() => sessionList.getState().start(), []);

  return (
    <div className={forms.form}>
      <section aria-label="This session" className={styles.part}>
        <h3>This session</h3>
        {marks.length === 0 && <p className={forms.muted}>Never compacted, neither recorded nor simulated.</p>}
        <ScrollArea className={styles.list} label="Compactions">
          <ul>
            {marks.map((mark, index) => (
              <li key={`${mark.by} ${mark.call}`}>
                <Button
                  look="quiet"
                  aria-pressed={index === here}
                  onClick={() => {
                    onClose();
                    onMark(mark);
                  }}
                >
                  <MarkShape by={mark.by} />
                  {markWords(mark)}
                </Button>
              </li>
            ))}
          </ul>
        </ScrollArea>
      </section>
      <section aria-label="Other sessions" className={styles.part}>
        <h3>Other sessions</h3>
        <p className={forms.muted}>With the same columns, at the first compaction.</p>
        <ScrollArea className={styles.list} label="Other sessions, list">
          <ul>
            {others.map(({ id, title, compactions, calls, dateMs }) => (
              <li key={id}>
                <Link
                  prefetch={false}
                  href={`/prompts?${placeToQuery({ session: id, child: [] })}${hash}`}
                  onClick={onClose}
                >
                  {title}
                </Link>{' '}
                <span className={forms.muted}>
                  {compactions === undefined ? 'compactions unknown' : counted(compactions, 'compaction')}
                  {calls !== undefined && `, ${counted(calls, 'call')}`}
                  {dateMs !== undefined && (
                    <>
                      , <TimeText timeMs={dateMs} />
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </ScrollArea>
      </section>
    </div>
  );
}
