import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import styles from './code-block.module.css';

export function CodeBlock({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <ScrollArea className={styles.block} label={label}>
      <pre>{text}</pre>
    </ScrollArea>
  );
}
