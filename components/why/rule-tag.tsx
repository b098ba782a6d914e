import { Explained } from '@/components/ui/explained';
import { ruleWords } from '@/lib/series/words/rule-words';
import styles from './rule-tag.module.css';

/** The number of a rule, with what the rule says. */
export function RuleTag({ rule }: { readonly rule: string }) {
  const words = ruleWords(rule);
  if (words === undefined) return <span className={styles.rule}>{rule}</span>;
  return (
    <Explained explanation={words} label={`Rule ${rule}`} className={styles.rule}>
      {rule}
    </Explained>
  );
}
