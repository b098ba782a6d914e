import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import styles from './reset-button.module.css';

interface ResetButtonProps {
  /** States what is reset, and to what. */
  readonly label: string;
  /** Beside its icon, if there is room. */
  readonly text?: ReactNode;
  onReset(): void;
}

export function ResetButton({ label, text, onReset }: ResetButtonProps) {
  return (
    <button type="button" className={styles.reset} aria-label={label} title={label} onClick={onReset}>
      <Icon name="undo" /> {text}
    </button>
  );
}
