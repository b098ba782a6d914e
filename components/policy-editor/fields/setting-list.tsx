import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { EditedSetting } from '@/lib/state/policy/edited-settings';
import { mainSettings } from '@/lib/state/policy/main-settings';
import styles from './setting-list.module.css';
import { SettingRow } from './setting-row';
import small from './small-text.module.css';
import type { SettingEdits } from './use-setting-edits';

/** Props of every settings card. */
export interface SettingCardProps {
  /** Only matching settings are shown, and cards without any are hidden. */
  readonly filter: string;
  /** Else a card is a line until it is opened, and then has its main settings. */
  readonly showsAll: boolean;
  readonly effectless: ReadonlyMap<string, string>;
  readonly windowTokens: number;
  readonly tools: readonly string[];
  readonly edits: SettingEdits;
}

interface SettingListProps extends Omit<SettingCardProps, 'filter'> {
  readonly settings: readonly EditedSetting[];
}

export function SettingList({ settings, showsAll, effectless, ...shared }: SettingListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const { main, othersChanged } = mainSettings(settings);
  const isShort = !showsAll && main.length < settings.length;
  const shown = isShort && !isWhole ? main : settings;
  return (
    <div className={styles.list} data-brief={isShort && !isWhole}>
      {shown.map((setting) => (
        <SettingRow key={setting.path} {...setting} {...shared} effectless={effectless.get(setting.path)} />
      ))}
      {isShort && (
        <Button look="quiet" className={styles.more} aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Main settings only' : `All ${settings.length} settings`}
          {!isWhole && othersChanged > 0 && `, ${othersChanged} changed`}
        </Button>
      )}
      {shown.some(({ spec }) => spec.isReconstruction) && (
        <p className={small.explains}>† reconstructed: the product’s actual value is not public</p>
      )}
    </div>
  );
}
