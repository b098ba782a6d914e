import { classNames } from '@/components/ui/class-names';
import type { LineFate } from '@/lib/state/messages/fate-history';
import styles from './fate-mark.module.css';
import { fateName } from './fate-names';

interface Shape {
  readonly path: string;
  readonly isHollow?: boolean;
}

const shapes: Readonly<Record<LineFate, Shape>> = {
  kept: { path: 'M-1.5 0H1.5', isHollow: true },
  cleared: { path: 'M0-3A3 3 0 1 1 0 3A3 3 0 1 1 0-3Z', isHollow: true },
  'stored-out': { path: 'M-3.5-3H3.5L0 3.5Z' },
  summarised: { path: 'M-3.5-3.5H3.5V3.5H-3.5Z' },
  collapsed: { path: 'M0-4.5 4.5 0 0 4.5-4.5 0Z' },
  snipped: { path: 'M-3-3 3 3M3-3-3 3', isHollow: true },
  unfolded: { path: 'M0-4.5 4.5 0 0 4.5-4.5 0Z', isHollow: true },
  restored: { path: 'M-3.5 3H3.5L0-3.5Z' },
  injected: { path: 'M0-3.5V3.5M-3.5 0H3.5', isHollow: true },
  abandoned: { path: 'M-4 0 3-3.5V3.5Z' },
  left: { path: 'M-3-3H3V3H-3Z', isHollow: true },
  unsent: { path: 'M-3-3 3 0-3 3', isHollow: true },
};

export function FateMark({ fate }: { readonly fate: LineFate }) {
  const { path, isHollow = false } = shapes[fate];
  return (
    <svg
      className={classNames(styles.mark, isHollow && styles.hollow)}
      style={{ color: fateColor(fate) }}
      width="10"
      height="10"
      viewBox="-5 -5 10 10"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}

interface FateTagProps {
  readonly fate: LineFate;
  /** The fate was decided at the selected call. */
  readonly isChange: boolean;
  /** One of two columns, with less room than a full line. */
  readonly isInCell: boolean;
  readonly note?: string;
}

/** Without room, only the mark is visible; screen readers still get its name. */
export function FateTag({ fate, isChange, isInCell, note }: FateTagProps) {
  const { label, explains } = fateName(fate);
  const whole = note === undefined ? label : `${label} ${note}`;
  return (
    <span
      className={classNames(styles.tag, isChange && styles.change, isInCell && styles.inCell)}
      title={note === undefined ? explains : `${whole}. ${explains}`}
    >
      <FateMark fate={fate} />
      <span className={styles.label}>{isInCell ? label : whole}</span>
    </span>
  );
}

const unmarked: ReadonlySet<LineFate> = new Set(['kept', 'left', 'unsent']);

function fateColor(fate: LineFate): string {
  return unmarked.has(fate) ? 'var(--text-muted)' : `var(--fate-${fate})`;
}
