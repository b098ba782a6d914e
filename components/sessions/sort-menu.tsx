'use client';

import { IconButton } from '@/components/ui/icon-button';
import { type ListView, sortColumns, viewSortedBy } from '@/lib/state/sessions/list-view';
import { columnTitles } from './column-titles';
import styles from './sort-menu.module.css';

interface SortMenuProps {
  readonly view: ListView;
  onView(view: ListView): void;
}

/** For narrow windows without a table, which have no column headers to sort by. */
export function SortMenu({ view, onView }: SortMenuProps) {
  return (
    <div className={styles.sort}>
      <select
        aria-label="Sort by"
        value={view.sort}
        onChange={(event) => {
          const column = sortColumns.find((candidate) => candidate === event.target.value);
          if (column !== undefined) onView(viewSortedBy(view, column));
        }}
      >
        {sortColumns.map((column) => (
          <option key={column} value={column}>
            {columnTitles[column]}
          </option>
        ))}
      </select>
      <IconButton
        icon={view.isDescending ? 'down' : 'up'}
        label={view.isDescending ? 'Descending. Reverse order' : 'Ascending. Reverse order'}
        onClick={() => onView(viewSortedBy(view, view.sort))}
      />
    </div>
  );
}
