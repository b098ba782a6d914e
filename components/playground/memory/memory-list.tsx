'use client';

import { useCallback, useMemo, useState } from 'react';
import { Choice } from '@/components/messages/choice';
import { classNames } from '@/components/ui/class-names';
import { useVirtualList } from '@/components/ui/scrolling/use-virtual-list';
import { VirtualRows } from '@/components/ui/scrolling/virtual-rows';
import type { ShownMemory } from '@/lib/agent/view/memory-view';
import { ageWords } from '@/lib/memory/recall/recall-session';
import { exactNumber } from '@/lib/series/words/format-number';
import { type MemoryOrder, memoryRows, typeTitles } from '@/lib/state/playground/memory/memory-rows';
import styles from './memory.module.css';
import list from './memory-list.module.css';

interface MemoryListProps {
  readonly files: readonly ShownMemory[];
  /** The open one. */
  readonly shown: string | undefined;
  onShow(file: string): void;
}

const ROW_HEIGHT = 44;
/** Fewer are seen at a glance. */
const FEWEST_TO_SEARCH = 9;
const orders: Readonly<Record<MemoryOrder, string>> = { type: 'By type', age: 'By age' };

/** The memories of the folder. The arrow keys move between them. */
export function MemoryList({ files, shown, onShow }: MemoryListProps) {
  const [order, setOrder] = useState<MemoryOrder>('type');
  const [sought, setSought] = useState('');
  const rows = useMemo(() => memoryRows(files, order, sought), [files, order, sought]);
  const keyOf = useCallback(
    (index: number) => {
      const row = rows[index];
      if (row === undefined) return index;
      return row.kind === 'group' ? `group ${row.type}` : row.memory.file;
    },
    [rows],
  );
  const virtual = useVirtualList({ count: rows.length, usualHeight: ROW_HEIGHT, keyOf });
  // A heading has no button: else Tab would lead past the list.
  const tabStop = rows[virtual.tabStop]?.kind === 'group' ? virtual.tabStop + 1 : virtual.tabStop;
  return (
    <div className={list.side}>
      <div className={list.bar}>
        <Choice label="Order" options={orders} value={order} onChoose={setOrder} />
        {files.length >= FEWEST_TO_SEARCH && (
          <input
            type="search"
            className={list.search}
            aria-label="Find memories"
            placeholder="Find memories"
            value={sought}
            onChange={({ target }) => setSought(target.value)}
          />
        )}
      </div>
      {rows.length === 0 && <p className={styles.muted}>No memory has these words.</p>}
      <div className={classNames(list.rows, rows.length === 0 && list.empty)}>
        <VirtualRows
          list={virtual}
          label="Memories"
          renderRow={(index) => {
            const row = rows[index];
            if (row === undefined) return null;
            if (row.kind === 'group') {
              return (
                <p className={list.group}>
                  {row.type === undefined ? 'Cannot be read' : typeTitles[row.type]}
                  <span className={list.count}>{exactNumber(row.count)}</span>
                </p>
              );
            }
            const { memory } = row;
            return (
              <button
                type="button"
                className={classNames(list.memory, memory.file === shown && list.shown)}
                aria-pressed={memory.file === shown}
                tabIndex={index === tabStop ? 0 : -1}
                data-key={memory.file}
                onClick={() => onShow(memory.file)}
              >
                <span className={list.name}>{memory.file}</span>
                <span className={list.age}>{ageWords(memory.ageDays)}</span>
                <span className={classNames(list.description, memory.problem !== undefined && list.problem)}>
                  {memory.problem ?? memory.description}
                </span>
                <span className={list.marks}>
                  {memory.isShown && <span title="Recalled in this session">recalled</span>}
                  {memory.isUnlisted && <span title="The index does not name it">not in the index</span>}
                </span>
              </button>
            );
          }}
        />
      </div>
    </div>
  );
}
