'use client';

import { Fragment, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { Icon } from '@/components/ui/icon';
import { isUsuallyOpen, listItems, type SessionGroup } from '@/lib/state/sessions/list-groups';
import { type ListView, sortColumns, viewSortedBy } from '@/lib/state/sessions/list-view';
import type { SessionEntry } from '@/lib/state/sessions/session-entry';
import { columnSources, columnTitles } from './column-titles';
import { GroupRow } from './group-row';
import { SessionRow } from './session-row';
import styles from './session-table.module.css';

interface SessionTableProps {
  readonly entries: readonly SessionEntry[];
  readonly view: ListView;
  /** What a sample shows, while there is nothing else. */
  readonly hasDescriptions: boolean;
  /** Undefined while none are to be chosen. */
  readonly chosen: ReadonlySet<string> | undefined;
  onChoose(chosen: ReadonlySet<string>): void;
  onView(view: ListView): void;
  onRename(entry: SessionEntry, title: string): void;
  onRemove(entry: SessionEntry): void;
  onExport(entry: SessionEntry): void;
}

export function SessionTable({
  entries,
  view,
  hasDescriptions,
  chosen,
  onChoose,
  onView,
  onRename,
  onRemove,
  onExport,
}: SessionTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [current, setCurrent] = useState<string>();
  const [renaming, setRenaming] = useState<string>();
  /** Groups that the user opened or closed. */
  const [isOpenByKey, setIsOpenByKey] = useState<ReadonlyMap<string, boolean>>(new Map());
  const items = useMemo(() => listItems(entries), [entries]);
  // What is searched for must not be hidden.
  const isOpen = (group: SessionGroup) => view.search !== '' || (isOpenByKey.get(group.key) ?? isUsuallyOpen(group));
  const stops = items.flatMap((item) => {
    if (item.type === 'session') return [item.entry.id];
    return [item.key, ...(isOpen(item) ? item.entries.map(({ id }) => id) : [])];
  });
  const currentStop = current !== undefined && stops.includes(current) ? current : stops[0];

  const focusRow = (index: number) => {
    const stop = stops[Math.max(0, Math.min(stops.length - 1, index))];
    if (stop !== undefined) focusStop(body.current, stop);
  };

  const onKeyDown = (event: KeyboardEvent, stop: string, others: Readonly<Record<string, () => void>>) => {
    const at = stops.indexOf(stop);
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focusRow(at + 1),
      ArrowUp: () => focusRow(at - 1),
      Home: () => focusRow(0),
      End: () => focusRow(stops.length - 1),
      ...others,
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };

  const keysOf = (entry: SessionEntry): Readonly<Record<string, () => void>> => ({
    ...(entry.origin === 'sample' ? {} : { F2: () => setRenaming(entry.id) }),
    Delete: () => {
      const at = stops.indexOf(entry.id);
      focusRow(at === stops.length - 1 ? at - 1 : at + 1);
      onRemove(entry);
    },
  });

  const fold = (group: SessionGroup, open: boolean) => setIsOpenByKey(new Map(isOpenByKey).set(group.key, open));

  const rowOf = (entry: SessionEntry, isInGroup: boolean) => (
    <SessionRow
      key={entry.id}
      entry={entry}
      isInGroup={isInGroup}
      hasDescription={hasDescriptions}
      isCurrent={entry.id === currentStop}
      isRenaming={entry.id === renaming}
      isChosen={chosen?.has(entry.id)}
      onChoose={(isChosen) => {
        const others = [...(chosen ?? [])].filter((id) => id !== entry.id);
        onChoose(new Set(isChosen ? [...others, entry.id] : others));
      }}
      onFocus={() => setCurrent(entry.id)}
      onKeyDown={(event) => onKeyDown(event, entry.id, keysOf(entry))}
      onRename={() => setRenaming(entry.id)}
      onRenamed={(title) => endRename(entry, title)}
      onRemove={() => onRemove(entry)}
      onExport={() => onExport(entry)}
    />
  );

  const endRename = (entry: SessionEntry, title: string | undefined) => {
    setRenaming(undefined);
    if (title !== undefined && title !== entry.title) onRename(entry, title);
    requestAnimationFrame(() => focusStop(body.current, entry.id));
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
          {items.map((item) => {
            if (item.type === 'session') return rowOf(item.entry, false);
            const isShown = isOpen(item);
            return (
              <Fragment key={item.key}>
                <GroupRow
                  group={item}
                  isOpen={isShown}
                  isCurrent={item.key === currentStop}
                  isChoosing={chosen !== undefined}
                  onToggle={() => fold(item, !isShown)}
                  onFocus={() => setCurrent(item.key)}
                  onKeyDown={(event) =>
                    onKeyDown(event, item.key, {
                      ArrowLeft: () => fold(item, false),
                      ArrowRight: () => fold(item, true),
                    })
                  }
                />
                {isShown && item.entries.map((entry) => rowOf(entry, true))}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function focusStop(body: HTMLElement | null, stop: string): void {
  body?.querySelector<HTMLElement>(`[data-stop="${CSS.escape(stop)}"]`)?.focus();
}
