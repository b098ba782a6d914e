import styles from './rule-name.module.css';
import { shownRule } from './shown-rule';

/** The name of a rule; a click opens its text. */
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
