import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { CompactionMark } from '@/lib/state/prompts/compaction-marks';
import type { MessageRow } from '@/lib/worker/engine/messages';
import type { Marked } from '../results/mark-choice';
import { prompts } from '../stores/prompt-stores';
import { PromptColumn } from './prompt-column';
import styles from './prompt-columns.module.css';

interface PromptColumnsProps {
  readonly marked: Marked;
  readonly rows: readonly MessageRow[];
  readonly sessionModel: string | undefined;
  /** The compactions of the session. */
  readonly marks: readonly CompactionMark[];
  onMark(mark: CompactionMark): void;
  onShow(messageIndex: number, partIndex: number, text?: string): void;
}

export function PromptColumns({ marked, rows, sessionModel, marks, onMark, onShow }: PromptColumnsProps) {
  const columns = useStore(prompts, (state) => state.columns);
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(columns);
  // The button is in sight wherever the columns are scrolled to: what it adds would not be.
  useEffect(() => {
    const known = before.current;
    before.current = columns;
    const isAdded = columns.length === known.length + 1 && known.every(({ id }, index) => columns[index]?.id === id);
    if (isAdded) box.current?.lastElementChild?.querySelector('select')?.focus();
  }, [columns]);
  return (
    <div ref={box} className={styles.columns} data-columns={columns.length}>
      {columns.map((column, index) => (
        <PromptColumn
          key={column.id}
          column={column}
          place={index + 1}
          marked={marked}
          rows={rows}
          sessionModel={sessionModel}
          marks={marks}
          onMark={onMark}
          onShow={onShow}
        />
      ))}
    </div>
  );
}
