'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { CallLink } from '@/components/ui/call-link';
import { classNames } from '@/components/ui/class-names';
import { Icon } from '@/components/ui/icon';
import { TimeText } from '@/components/ui/time-text';
import type { DreamingView, ShownDream } from '@/lib/agent/view/dream-view';
import { dreamTitle, ownChoices } from '@/lib/state/playground/memory/dream-words';
import { DreamDetails } from './dream-details';
import { DreamLadder } from './dream-ladder';
import list from './extraction-list.module.css';
import styles from './memory.module.css';
import index from './memory-index.module.css';

interface DreamPanelProps {
  readonly view: DreamingView;
  readonly dreams: readonly ShownDream[];
  /** The ids of what is being worked on. */
  readonly underWay: readonly string[];
  /** Missing while nothing can be changed. */
  readonly actions:
    | { onTurnOn(): void; onDream(): void; onEnd(dream: string): void; onUndo(dream: string): void }
    | undefined;
  onSelectCall(call: number): void;
}

/** [D] Whether a dream may start, and what the dreams of this session did. */
export function DreamPanel({ view, dreams, underWay, actions, onSelectCall }: DreamPanelProps) {
  const { isOn, gates, askedMs, canStart } = view;
  const latest = dreams.toReversed();
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setToggled((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  // The latest is open until it is closed, the others the other way round.
  const isOpen = (id: string) => (id === latest[0]?.id) !== toggled.has(id);
  return (
    <div className={styles.stack}>
      <div className={index.bar}>
        <p className={styles.muted}>
          {isOn
            ? 'A dream tidies the folder beside the turns: it merges, dates, corrects and prunes. Its gates, the cheapest first:'
            : 'A dream would tidy the folder once in a while: merge, date, correct and prune. It is off.'}
        </p>
        {actions !== undefined &&
          (isOn ? (
            canStart && <Button onClick={actions.onDream}>Dream now</Button>
          ) : (
            <Button onClick={actions.onTurnOn}>Turn on dreaming</Button>
          ))}
      </div>
      <DreamLadder gates={gates} label="Gates of a dream" />
      <p className={styles.muted}>
        {askedMs === undefined ? (
          'As of now. They are looked at when a turn ends; /dream passes those of time and sessions.'
        ) : (
          <>
            As of <TimeText timeMs={askedMs} withTime />. /dream passes the gates of time and sessions. A session counts
            once you have said something in it †; this one does not count.
          </>
        )}
      </p>
      <details>
        <summary className={styles.muted}>† Our own choices, where products do not say</summary>
        <ul className={styles.muted}>
          {ownChoices.map((choice) => (
            <li key={choice}>{choice}</li>
          ))}
        </ul>
      </details>
      {latest.length > 0 && (
        <ul className={list.list} aria-label="Dreams">
          {latest.map((dream) => (
            <li key={dream.id} className={list.item} data-dream={dream.state}>
              <div className={list.head}>
                <button
                  type="button"
                  className={list.title}
                  aria-expanded={isOpen(dream.id)}
                  onClick={() => toggle(dream.id)}
                >
                  <span className={classNames(list.mark, isOpen(dream.id) && list.open)}>
                    <Icon name="chevron" />
                  </span>
                  <span className={dream.state === 'failed' ? styles.problem : undefined}>
                    {dreamTitle(dream, underWay.includes(dream.id))}
                  </span>
                </button>
                <span className={styles.muted}>
                  {dream.call === undefined ? (
                    'before the first turn'
                  ) : (
                    <>
                      after <CallLink call={dream.call} onSelectCall={onSelectCall} />
                    </>
                  )}
                </span>
              </div>
              {isOpen(dream.id) && (
                <div className={list.details}>
                  <DreamDetails
                    dream={dream}
                    onEnd={actions && (() => actions.onEnd(dream.id))}
                    onUndo={actions && (() => actions.onUndo(dream.id))}
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
