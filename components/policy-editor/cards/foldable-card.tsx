import { type ReactNode, useId } from 'react';
import { Icon } from '@/components/ui/icon';
import styles from './foldable-card.module.css';

interface FoldableCardProps {
  readonly title: string;
  readonly isOpen: boolean;
  onToggle(): void;
  /** To the right of the title. */
  readonly aside?: ReactNode;
  /** Also visible when collapsed. */
  readonly always?: ReactNode;
  readonly children: ReactNode;
}

export function FoldableCard({ title, isOpen, onToggle, aside, always, children }: FoldableCardProps) {
  const bodyId = useId();
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.head}>
        <h3>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? bodyId : undefined}
            onClick={onToggle}
          >
            <Icon name="chevron" /> {title}
          </button>
        </h3>
        {aside}
      </div>
      {always}
      {isOpen && (
        <div id={bodyId} className={styles.body}>
          {children}
        </div>
      )}
    </section>
  );
}
