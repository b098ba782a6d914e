import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Tag } from '@/components/ui/tag';
import styles from './session-title.module.css';

interface SessionTitleProps {
  readonly title: string;
  readonly isSample: boolean;
  /** Of the line. */
  readonly className?: string | undefined;
  /** Buttons and links, at the end of the line. */
  readonly children: ReactNode;
}

/** The first line of every view of a session. */
export function SessionTitle({ title, isSample, className, children }: SessionTitleProps) {
  return (
    <div className={classNames(styles.line, className)}>
      <h1 className={styles.title} title={title}>
        {title}
      </h1>
      {isSample && <Tag>Sample (synthetic)</Tag>}
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
