import type { ReactNode } from 'react';
import styles from './tag.module.css';

interface TagProps {
  /** Explains it. */
  readonly title?: string;
  readonly children: ReactNode;
}

/** A property of what it stands beside. */
export function Tag({ title, children }: TagProps) {
  return (
    <span className={styles.tag} title={title}>
      {children}
    </span>
  );
}
