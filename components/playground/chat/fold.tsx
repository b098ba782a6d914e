import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Icon } from '@/components/ui/icon';
import type { ChatEnv } from './chat';
import styles from './fold.module.css';

interface FoldProps {
  /** Unique in the chat. */
  readonly name: string;
  readonly title: ReactNode;
  readonly env: Pick<ChatEnv, 'opened' | 'onToggle'>;
  readonly children: ReactNode;
}

/** Content that is only in the page while expanded. */
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
