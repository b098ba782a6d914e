'use client';

import { type KeyboardEvent, useRef, useState } from 'react';
import { Icon } from '@/components/ui/icon';
import { type ListView, sortColumns, viewSortedBy } from '@/lib/state/sessions/list-view';
import type { SessionEntry } from '@/lib/state/sessions/session-entry';
import { columnSources, columnTitles } from './column-titles';
import { SessionRow } from './session-row';
import styles from './session-table.module.css';

interface SessionTableProps {
  readonly entries: readonly SessionEntry[];
  readonly view: ListView;
  /** What a sample shows, while there is nothing else. */
  readonly hasDescriptions: boolean;
  onView(view: ListView): void;
  onRename(entry: SessionEntry, title: string): void;
  onRemove(entry: SessionEntry): void;
  onExport(entry: SessionEntry): void;
}

export function SessionTable({
  entries,
  view,
  hasDescriptions,
  onView,
  onRename,
  onRemove,
  onExport,
}: SessionTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState<string>();
  const [renaming, setRenaming] = useState<string>();
  const currentId = entries.some((entry) => entry.id === current) ? current : entries[0]?.id;

  const focusRow = (index: number) => {
    const entry = entries[Math.max(0, Math.min(entries.length - 1, index))];
    if (entry !== undefined) focusLink(body.current, entry.id);
  };

  const onKeyDown = (event: KeyboardEvent, entry: SessionEntry) => {
    const at = entries.indexOf(entry);
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focusRow(at + 1),
      ArrowUp: () => focusRow(at - 1),
      Home: () => focusRow(0),
      End: () => focusRow(entries.length - 1),
      ...(entry.origin === 'sample' ? {} : { F2: () => setRenaming(entry.id) }),
      Delete: () => {
        focusRow(at === entries.length - 1 ? at - 1 : at + 1);
        onRemove(entry);
      },
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };

  const endRename = (entry: SessionEntry, title: string | undefined) => {
    setRenaming(undefined);
    if (title !== undefined && title !== entry.title) onRename(entry, title);
    requestAnimationFrame(() => focusLink(body.current, entry.id));
  };

  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="visually-hidden">Sessions</caption>
        <thead>
          <tr>
            {sortColumns.map((column) => (
              <th
                key={column}
                scope="col"
                className={styles[column]}
                aria-sort={view.sort !== column ? 'none' : view.isDescending ? 'descending' : 'ascending'}
              >
                <button type="button" title={columnSources[column]} onClick={() => onView(viewSortedBy(view, column))}>
                  {columnTitles[column]}
                  <span className={styles.order} data-on={view.sort === column} data-down={view.isDescending}>
                    <Icon name="chevron" />
                  </span>
                </button>
              </th>
            ))}
            <th scope="col" className={styles.actions}>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {entries.map((entry) => (
            <SessionRow
              key={entry.id}
              entry={entry}
              hasDescription={hasDescriptions}
              isCurrent={entry.id === currentId}
              isRenaming={entry.id === renaming}
              onFocus={() => setCurrent(entry.id)}
              onKeyDown={(event) => onKeyDown(event, entry)}
              onRename={() => setRenaming(entry.id)}
              onRenamed={(title) => endRename(entry, title)}
              onRemove={() => onRemove(entry)}
              onExport={() => onExport(entry)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function focusLink(body: HTMLElement | null, id: string): void {
  body?.querySelector<HTMLElement>(`[data-session="${CSS.escape(id)}"]`)?.focus();
}
