import { RuleName } from '@/components/rules/rule-name';
import type { Policy, SessionModel } from '@/lib/policies/shape/policy';
import { exactNumber } from '@/lib/series/words/format-number';
import { workedThresholds } from '@/lib/state/policy/worked-thresholds';
import styles from './worked-thresholds.module.css';

interface WorkedThresholdsProps {
  readonly policy: Policy;
  readonly model: SessionModel;
  readonly version: string | undefined;
}

/** Whole numbers, not rounded ones: they are to be checked by hand. */
export function WorkedThresholds({ policy, model, version }: WorkedThresholdsProps) {
  return (
    <table className={styles.lines} aria-label="Thresholds in tokens">
      <tbody>
        {workedThresholds(policy, model, version).map(({ title, rule, tokens, because, isOff }) => (
          <tr key={title} className={isOff ? styles.off : undefined}>
            <th scope="row">{title}</th>
            <td className={styles.tokens}>{isOff ? 'off' : exactNumber(tokens)}</td>
            <td className={styles.because}>{isOff ? '' : because}</td>
            <td>
              <RuleName rule={rule} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
