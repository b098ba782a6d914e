import { useState } from 'react';
import { useStore } from 'zustand';
import type { MessageRow } from '@/lib/worker/engine/messages';
import { MarkChoice, type Marked } from '../results/mark-choice';
import { prompts } from '../stores/prompt-stores';
import { PromptColumn } from './prompt-column';
import styles from './prompt-columns.module.css';

interface PromptColumnsProps {
  readonly rows: readonly MessageRow[];
  readonly sessionModel: string | undefined;
  onShow(messageIndex: number, partIndex: number, text?: string): void;
}

export function PromptColumns({ rows, sessionModel, onShow }: PromptColumnsProps) {
  const columns = useStore(prompts, (state) => state.columns);
  const [marked, setMarked] = useState<Marked>('needed');
  return (
    <>
      <MarkChoice marked={marked} onChoose={setMarked} />
      <div className={styles.columns} data-columns={columns.length}>
        {columns.map((column, index) => (
          <PromptColumn
            key={column.id}
            column={column}
            place={index + 1}
            marked={marked}
            rows={rows}
            sessionModel={sessionModel}
            onShow={onShow}
          />
        ))}
      </div>
    </>
  );
}
