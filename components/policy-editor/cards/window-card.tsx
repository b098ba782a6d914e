'use client';

import type { Policy, SessionModel } from '@/lib/policies/shape/policy';
import { filterSettings, windowSettings } from '@/lib/state/policy/edited-settings';
import { type SettingCardProps, SettingList } from '../fields/setting-list';
import small from '../fields/small-text.module.css';
import { FoldableCard } from './foldable-card';
import { useFold } from './use-fold';
import { WorkedThresholds } from './worked-thresholds';

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
  const settings = filterSettings(windowSettings(policy, standard, windowTokens, version), filter, TITLE);
  if (settings.length === 0) return null;
  return (
    <FoldableCard
      title={TITLE}
      isOpen={isOpen}
      onToggle={toggle}
      always={<WorkedThresholds policy={policy} model={model} version={version} />}
    >
      {policy.eras.length > 1 && (
        <p className={small.explains}>
          This policy depends on the agent’s version: {version ?? 'none is recorded, so the latest is used'} here. Your
          changes apply to all versions.
        </p>
      )}
      <SettingList settings={settings} {...shared} />
    </FoldableCard>
  );
}
