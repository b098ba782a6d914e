import { type ReactNode, useId } from 'react';
import styles from './compare-part.module.css';

interface ComparePartProps {
  readonly title: string;
  /** At the end of the line with the title. */
  readonly buttons: ReactNode;
  readonly children: ReactNode;
}

export function ComparePart({ title, buttons, children }: ComparePartProps) {
  const titleId = useId();
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        {buttons}
      </div>
      {children}
    </section>
  );
}
