'use client';

import { memo } from 'react';
import { Button } from '@/components/ui/button';
import { type LayerId, layers } from '@/lib/layers/index';
import type { LayerNeed } from '@/lib/layers/shape/layer';
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
  /** Layers that are off and that this one depends on: the same array while they are the same. */
  readonly missing: readonly LayerNeed<LayerId>[];
}

export const LayerCard = memo(function LayerCard({ layer, standard, missing, filter, ...shared }: LayerCardProps) {
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
      always={
        <>
          {(shared.showsAll || isOpen) && <p className={small.explains}>{explains}</p>}
          {missing.map((need) => (
            <MissingLayer key={need.layer} {...need} onTurnOn={() => shared.edits.change(`${need.layer}.isOn`, true)} />
          ))}
        </>
      }
    >
      <SettingList settings={settings} {...shared} />
    </FoldableCard>
  );
});

interface MissingLayerProps extends LayerNeed<LayerId> {
  onTurnOn(): void;
}

/** Next in the order of the keyboard after the switch that was just turned on. */
function MissingLayer({ layer, because, onTurnOn }: MissingLayerProps) {
  const { title } = layers[layer];
  return (
    <p className={small.missing}>
      Has no effect while “{title}” is off. {because} <Button onClick={onTurnOn}>Turn on “{title}”</Button>
    </p>
  );
}
