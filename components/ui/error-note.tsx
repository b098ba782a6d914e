import type { ReactNode } from 'react';
import styles from './error-note.module.css';
import { Icon } from './icon';

interface ErrorNoteProps {
  readonly what: string;
  readonly advice?: string;
  readonly look?: 'danger' | 'notice';
  readonly children?: ReactNode;
}

export function ErrorNote({ what, advice, look = 'danger', children }: ErrorNoteProps) {
  return (
    <div className={`${styles.note} ${styles[look]}`} role={look === 'danger' ? 'alert' : 'status'}>
      <span className={styles.icon}>
        <Icon name="warning" />
      </span>
      <div className={styles.text}>
        <p>{what}</p>
        {advice !== undefined && <p className={styles.advice}>{advice}</p>}
        {children}
      </div>
    </div>
  );
}
