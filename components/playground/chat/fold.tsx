import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Icon } from '@/components/ui/icon';
import type { ChatEnv } from './chat';
import styles from './fold.module.css';

interface FoldProps {
  /** No other one in the chat has it. */
  readonly name: string;
  readonly title: ReactNode;
  readonly env: Pick<ChatEnv, 'opened' | 'onToggle'>;
  readonly children: ReactNode;
}

/** What is in the page only while it is laid open. */
export function Fold({ name, title, env, children }: FoldProps) {
  const isOpen = env.opened.has(name);
  return (
    <div className={styles.fold}>
      <button type="button" className={styles.title} aria-expanded={isOpen} onClick={() => env.onToggle(name)}>
        <span className={classNames(styles.mark, isOpen && styles.open)}>
          <Icon name="chevron" />
        </span>
        {title}
      </button>
      {isOpen && <div className={styles.content}>{children}</div>}
    </div>
  );
}
