import Link from 'next/link';
import type { KeyboardEvent } from 'react';
import { Icon } from '@/components/ui/icon';
import { exactNumber } from '@/lib/series/words/format-number';
import { compareAddressOf } from '@/lib/state/compare/many/session-choice';
import type { SessionGroup } from '@/lib/state/sessions/list-groups';
import { sortColumns } from '@/lib/state/sessions/list-view';
import styles from './group-row.module.css';

interface GroupRowProps {
  readonly group: SessionGroup;
  readonly isOpen: boolean;
  /** The one row that Tab reaches. */
  readonly isCurrent: boolean;
  /** Sessions to compare are chosen. */
  readonly isChoosing: boolean;
  onToggle(): void;
  onFocus(): void;
  onKeyDown(event: KeyboardEvent): void;
}

export function GroupRow({ group, isOpen, isCurrent, isChoosing, onToggle, onFocus, onKeyDown }: GroupRowProps) {
  const { key, of, name, path, entries } = group;
  return (
    <tr className={styles.row}>
      <th scope="rowgroup" colSpan={sortColumns.length + 1} className={styles.cell}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          tabIndex={isCurrent ? 0 : -1}
          data-stop={key}
          title={`${of === 'file' ? 'From the file' : 'Recorded in'} ${path}`}
          onClick={onToggle}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
        >
          <span className={styles.fold} data-open={isOpen}>
            <Icon name="chevron" />
          </span>
          <span className={styles.name}>{name}</span>
          <span className={styles.count}>{exactNumber(entries.length)} sessions</span>
          {path !== name && <span className={styles.path}>{path}</span>}
        </button>
        {isChoosing && of === 'project' && (
          <Link className={styles.compare} prefetch={false} href={compareAddressOf({ type: 'project', path })}>
            Compare these
          </Link>
        )}
      </th>
    </tr>
  );
}
