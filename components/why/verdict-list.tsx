import { RuleTag } from '@/components/rules/rule-tag';
import { classNames } from '@/components/ui/class-names';
import { actors } from '@/lib/layers/index';
import type { Trigger } from '@/lib/layers/shape/layer';
import { type Reason, reasonText } from '@/lib/layers/shape/reason';
import { exactNumber } from '@/lib/series/words/format-number';
import { gateReasons } from '@/lib/simulator/pipeline/gate';
import type { Verdict } from '@/lib/simulator/pipeline/verdict';
import styles from './verdict-list.module.css';

const occasions: Readonly<Record<Trigger, string>> = {
  auto: '',
  manual: ', manual',
  reactive: ', reactive',
};

/** What each layer and the gate decided before the call, in order. */
export function VerdictList({ verdicts }: { readonly verdicts: readonly Verdict[] }) {
  return (
    <ol className={styles.list}>
      {[...verdicts.entries()].map(([place, verdict]) => {
        const { by, trigger, reason, before, after } = verdict;
        const isOther = Math.round(before) !== Math.round(after);
        // A layer may have decided to do nothing.
        const type = verdict.type === 'changed' && !isOther ? 'noted' : verdict.type;
        return (
          <li key={place} className={classNames(styles.verdict, styles[type])} data-by={by} data-verdict={type}>
            <span className={styles.by}>
              {by === 'gate' ? 'Gate' : actors[by].title}
              <span className={styles.muted}>{occasions[trigger]}</span>
            </span>
            <strong className={styles.decision}>{type}</strong>
            <span className={styles.reason}>
              {reasonText(inWholeTokens(reason), by === 'gate' ? gateReasons : actors[by].reasons)}{' '}
              <RuleTag rule={reason.rule} />
            </span>
            {isOther && (
              <span className={styles.tokens}>
                {exactNumber(before)} → {exactNumber(after)} tokens
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Small numbers may be shares. Rounded up, a size just below a threshold would appear to be at it. */
function inWholeTokens({ values, ...reason }: Reason): Reason {
  const whole = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'number' && value >= 100 ? Math.floor(value) : value,
  ]);
  return { ...reason, values: Object.fromEntries(whole) };
}
