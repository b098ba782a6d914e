'use client';

import { memo } from 'react';
import { layers } from '@/lib/layers/index';
import type { Policy, PolicyLayer } from '@/lib/policies/shape/policy';
import { layerSettings } from '@/lib/state/policy/edited-settings';
import { filterSettings } from '@/lib/state/policy/settings-filter';
import { type SettingCardProps, SettingList } from '../fields/setting-list';
import small from '../fields/small-text.module.css';
import { Switch } from '../fields/switch';
import { FoldableCard } from './foldable-card';
import { useFold } from './use-fold';

interface LayerCardProps extends SettingCardProps {
  readonly layer: PolicyLayer;
  readonly standard: Policy;
}

export const LayerCard = memo(function LayerCard({ layer, standard, filter, ...shared }: LayerCardProps) {
  const { title, explains } = layers[layer.layer];
  const { isOpen, toggle, forget } = useFold(layer.isOn && shared.showsAll, filter);
  const settings = filterSettings(layerSettings(layer, standard), filter, {
    title,
    explains,
    path: `${layer.layer}.isOn`,
  });
  if (settings.length === 0) return null;
  return (
    <FoldableCard
      title={title}
      isOpen={isOpen}
      onToggle={toggle}
      aside={
        <Switch
          label={title}
          isOn={layer.isOn}
          onSwitch={(isOn) => {
            forget();
            shared.edits.change(`${layer.layer}.isOn`, isOn);
          }}
        />
      }
      always={(shared.showsAll || isOpen) && <p className={small.explains}>{explains}</p>}
    >
      <SettingList settings={settings} {...shared} />
    </FoldableCard>
  );
});
