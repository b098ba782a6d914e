import type { ReactNode } from 'react';
import { ScrollArea } from './scroll-area';
import styles from './text-box.module.css';

/** A text of any length, with its own line breaks. */
export function TextBox({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ScrollArea className={styles.box} label={label}>
      <pre>{children}</pre>
    </ScrollArea>
  );
}
