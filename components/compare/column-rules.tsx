import Link from 'next/link';
import type { ReactNode } from 'react';
import { RuleTag } from '@/components/rules/rule-tag';
import { EditRulesButton } from '@/components/session-rules/edit-rules-button';
import { Dialog } from '@/components/ui/dialog';
import type { PartPlace } from '@/lib/fidelity/values/value-index';
import { isKept } from '@/lib/series/tables/comparison-table';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import { originWords, ruleStateWords } from '@/lib/series/words/score-words';
import type { RuleOverSession } from '@/lib/simulator/explain/rules-over-session';
import styles from './column-rules.module.css';

interface ColumnRulesProps {
  /** Of the column that is looked at. */
  readonly name: string | undefined;
  readonly rules: readonly RuleOverSession[];
  /** Of that column in Simulate. */
  addressOf(call: number): string;
  placeLink(place: PartPlace): ReactNode;
  onClose(): void;
}

/** [K4] What the compactions of a column made of the user's rules, the lost ones first. */
export function ColumnRules({ name, rules, onClose, ...links }: ColumnRulesProps) {
  const sorted = [...rules].sort((a, b) => Number(isKept(a)) - Number(isKept(b)) || a.call - b.call);
  return (
    <Dialog title={`Your rules: ${name ?? ''}`} isOpen={name !== undefined} onClose={onClose}>
      <div className={styles.rules}>
        <p className={styles.muted}>
          Rules that a compaction removed from the context, with the first compaction that did not keep them. Weakened
          and inverted rules count as lost. <RuleTag rule="K4" />
        </p>
        {sorted.length === 0 ? (
          <p>No compaction removed a prompt with a rule.</p>
        ) : (
          <ul className={styles.list} aria-label={`Your rules, ${name ?? ''}`}>
            {sorted.map((each) => (
              <Rule key={`${each.rule.origin} ${each.rule.found ?? each.rule.text}`} of={each} {...links} />
            ))}
          </ul>
        )}
        <div>
          <EditRulesButton />
        </div>
      </div>
    </Dialog>
  );
}

interface RuleProps extends Pick<ColumnRulesProps, 'addressOf' | 'placeLink'> {
  readonly of: RuleOverSession;
}

function Rule({ of: { rule, state, call, compactions }, addressOf, placeLink }: RuleProps) {
  const isPreserved = state === 'preserved';
  return (
    <li className={styles.rule} data-state={state}>
      <p>{rule.text}</p>
      <p className={styles.muted}>
        {isPreserved ? (
          <>
            {ruleStateWords[state]} by {counted(compactions, 'compaction')}, last
          </>
        ) : (
          ruleStateWords[state]
        )}{' '}
        <Link prefetch={false} href={addressOf(call)}>
          before call {exactNumber(call + 1)}
        </Link>{' '}
        · {originWords[rule.origin]}
        {rule.was !== undefined && <> · {placeLink(rule.was)}</>}
      </p>
    </li>
  );
}
