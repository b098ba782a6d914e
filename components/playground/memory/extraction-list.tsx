'use client';

import { useState } from 'react';
import { CallLink } from '@/components/ui/call-link';
import { classNames } from '@/components/ui/class-names';
import { Icon } from '@/components/ui/icon';
import type { ShownTask } from '@/lib/agent/view/memory-view';
import { exactNumber } from '@/lib/series/words/format-number';
import { taskState, taskTitle } from '@/lib/state/playground/memory/memory-words';
import extraction from './extraction-list.module.css';
import styles from './memory.module.css';
import { TaskDetails } from './task-details';

interface ExtractionListProps {
  readonly tasks: readonly ShownTask[];
  /** The ids of what is being worked on. */
  readonly underWay: readonly string[];
  /** Why the latest turn has none. */
  readonly notExtracted: string | undefined;
  /** Missing while nothing can be changed. */
  readonly onStop: ((task: string) => void) | undefined;
  onSelectCall(call: number): void;
}

const SHOWN = 20;

/** [A7] The extractions of the session, the latest first. */
export function ExtractionList({ tasks, underWay, notExtracted, onStop, onSelectCall }: ExtractionListProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [isWhole, setIsWhole] = useState(false);
  const toggle = (id: string) =>
    setOpened((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const latest = tasks.toReversed();
  return (
    <div className={styles.stack}>
      {notExtracted !== undefined && (
        <p className={styles.muted}>None was started after the latest turn. {notExtracted}</p>
      )}
      {tasks.length === 0 && notExtracted === undefined && (
        <p className={styles.muted}>None yet. One is started after a turn.</p>
      )}
      <ul className={extraction.list} aria-label="Extractions">
        {(isWhole ? latest : latest.slice(0, SHOWN)).map((task) => (
          <li key={task.id} className={extraction.item} data-task={taskState(task, underWay)}>
            <div className={extraction.head}>
              <button
                type="button"
                className={extraction.title}
                aria-expanded={opened.has(task.id)}
                onClick={() => toggle(task.id)}
              >
                <span className={classNames(extraction.mark, opened.has(task.id) && extraction.open)}>
                  <Icon name="chevron" />
                </span>
                <span className={task.state === 'failed' ? styles.problem : undefined}>
                  {taskTitle(task, taskState(task, underWay))}
                </span>
              </button>
              <span className={styles.muted}>
                after <CallLink call={task.call} onSelectCall={onSelectCall} />
              </span>
            </div>
            {opened.has(task.id) && (
              <div className={extraction.details}>
                <TaskDetails task={task} state={taskState(task, underWay)} onStop={onStop && (() => onStop(task.id))} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {tasks.length > SHOWN && (
        <button type="button" className={styles.more} aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${exactNumber(tasks.length)}`}
        </button>
      )}
    </div>
  );
}
