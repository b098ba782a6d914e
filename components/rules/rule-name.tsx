import styles from './rule-name.module.css';
import { shownRule } from './shown-rule';

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
