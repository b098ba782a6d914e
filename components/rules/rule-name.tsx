import { shownRule } from '@/components/shell/stores';
import styles from './rule-name.module.css';

/** The name of a rule beside what is explained already: pressed, it opens the text. */
export function RuleName({ rule }: { readonly rule: string }) {
  return (
    <button
      type="button"
      className={styles.name}
      aria-label={`Rule ${rule}`}
      onClick={() => shownRule.getState().show(rule)}
    >
      {rule}
    </button>
  );
}
