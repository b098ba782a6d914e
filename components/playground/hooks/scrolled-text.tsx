import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import styles from './hooks.module.css';

interface ScrolledTextProps {
  readonly label: string;
  readonly text: string;
}

/** As it is, whatever its length. */
export function ScrolledText({ label, text }: ScrolledTextProps) {
  return (
    <ScrollArea className={styles.text} label={label}>
      <pre>{text}</pre>
    </ScrollArea>
  );
}
