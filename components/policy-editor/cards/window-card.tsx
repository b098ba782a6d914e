'use client';

import { RuleName } from '@/components/rules/rule-name';
import { classNames } from '@/components/ui/class-names';
import { eraOf, type Policy, policyThresholds, type SessionModel } from '@/lib/policies/shape/policy';
import { exactNumber } from '@/lib/series/words/format-number';
import { windowSettings } from '@/lib/state/policy/edited-settings';
import { filterSettings } from '@/lib/state/policy/settings-filter';
import { workedThresholds } from '@/lib/state/policy/worked-thresholds';
import { type SettingCardProps, SettingList } from '../fields/setting-list';
import small from '../fields/small-text.module.css';
import { FoldableCard } from './foldable-card';
import { useFold } from './use-fold';
import styles from './worked-thresholds.module.css';

interface WindowCardProps extends SettingCardProps {
  readonly policy: Policy;
  readonly standard: Policy;
  readonly model: SessionModel;
  readonly version: string | undefined;
}

const TITLE = 'Window and thresholds';

export function WindowCard({ policy, standard, model, version, filter, ...shared }: WindowCardProps) {
  const { isOpen, toggle } = useFold(true, filter);
  const { windowTokens } = shared;
  const settings = filterSettings(windowSettings(policy, standard, windowTokens, version), filter, { title: TITLE });
  if (settings.length === 0) return null;
  return (
    <FoldableCard
      title={TITLE}
      isOpen={isOpen}
      onToggle={toggle}
      aside={
        !shared.showsAll && (
          <span className={styles.summary} title={policy.eras.length > 1 ? erasWords(version) : undefined}>
            {whereItCompacts(policy, model, version)}
          </span>
        )
      }
      always={shared.showsAll && <WorkedThresholds policy={policy} model={model} version={version} />}
    >
      {policy.eras.length > 1 && (
        <p className={classNames(small.explains, !shared.showsAll && styles.brief)}>{erasWords(version)}</p>
      )}
      <SettingList settings={settings} {...shared} />
    </FoldableCard>
  );
}

function erasWords(version: string | undefined): string {
  const which = version ?? 'none is recorded, so the latest is used';
  return `This policy depends on the agent’s version: ${which} here. Your changes apply to all versions.`;
}

function whereItCompacts(policy: Policy, model: SessionModel, version: string | undefined): string {
  const { auto, isAutomatic } = policyThresholds(policy, eraOf(policy, version).thresholds, model);
  return isAutomatic ? `at ${exactNumber(auto)}` : 'not automatic';
}

interface WorkedThresholdsProps {
  readonly policy: Policy;
  readonly model: SessionModel;
  readonly version: string | undefined;
}

/** Exact numbers, so that users can check them. */
function WorkedThresholds({ policy, model, version }: WorkedThresholdsProps) {
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
