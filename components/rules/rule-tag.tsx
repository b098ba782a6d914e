import { Explained } from '@/components/ui/explained';
import styles from './rule-tag.module.css';
import { RuleWords } from './rule-words';
import { shownRule } from './shown-rule';
import { useRuleTexts } from './use-rule-texts';

/** The name of a rule: a short text on hover or focus, the full text on click. */
export function RuleTag({ rule }: { readonly rule: string }) {
  const texts = useRuleTexts();
  const text = texts === 'failed' ? undefined : texts?.get(rule);
  const explanation = text && (
    <>
      <strong>{text.title}</strong>
      <span>
        <RuleWords text={text.summary} />
      </span>
    </>
  );
  return (
    <Explained
      explanation={explanation ?? `Rule ${rule}`}
      label={`Rule ${rule}`}
      className={styles.rule}
      onPress={() => shownRule.getState().show(rule)}
    >
      {rule}
    </Explained>
  );
}
