import type { EditedSetting } from '@/lib/state/policy/edited-settings';
import styles from './setting-list.module.css';
import { SettingRow } from './setting-row';
import small from './small-text.module.css';
import type { SettingEdits } from './use-setting-edits';

/** Props of every settings card. */
export interface SettingCardProps {
  /** Only matching settings are shown, and cards without any are hidden. */
  readonly filter: string;
  readonly effectless: ReadonlyMap<string, string>;
  readonly windowTokens: number;
  readonly tools: readonly string[];
  readonly edits: SettingEdits;
}

interface SettingListProps extends Omit<SettingCardProps, 'filter'> {
  readonly settings: readonly EditedSetting[];
}

export function SettingList({ settings, effectless, ...shared }: SettingListProps) {
  return (
    <div className={styles.list}>
      {settings.map((setting) => (
        <SettingRow key={setting.path} {...setting} {...shared} effectless={effectless.get(setting.path)} />
      ))}
      {settings.some(({ spec }) => spec.isReconstruction) && (
        <p className={small.explains}>† reconstructed: the product’s actual value is not public</p>
      )}
    </div>
  );
}
