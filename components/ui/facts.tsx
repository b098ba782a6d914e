import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './facts.module.css';

/** A line of names with their values. */
export function Facts({
  className,
  children,
}: {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return <dl className={classNames(styles.facts, className)}>{children}</dl>;
}

interface FactProps {
  readonly name: string;
  readonly source?: string | undefined;
  readonly className?: string | false | undefined;
  readonly children: ReactNode;
}

export function Fact({ name, source, className, children }: FactProps) {
  return (
    <div className={classNames(styles.fact, className)} title={source}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
