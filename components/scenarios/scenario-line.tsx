import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import type { SettingDifference } from '@/lib/series/tables/setting-differences';
import { valueWords } from '@/lib/state/shared/setting-words';
import styles from './scenario-line.module.css';

interface ScenarioLineProps {
  readonly name: string;
  readonly isBaseline: boolean;
  /** From the baseline. */
  readonly differences: readonly SettingDifference[];
  /** Missing for the current settings. */
  readonly onTake: (() => void) | undefined;
  readonly onDrop: (() => void) | undefined;
}

/** The settings in which a scenario differs from the baseline. */
export function ScenarioLine({ name, isBaseline, differences, onTake, onDrop }: ScenarioLineProps) {
  return (
    <li className={styles.line}>
      <div className={styles.head}>
        <strong>{name}</strong>
        <span className={styles.muted}>{isBaseline ? 'baseline for comparison' : countWords(differences)}</span>
        {onTake && (
          <Button look="quiet" title={`Apply scenario ${name}`} onClick={onTake}>
            Apply
          </Button>
        )}
        {onDrop && <IconButton icon="trash" label={`Delete scenario ${name}`} onClick={onDrop} />}
      </div>
      {differences.length > 0 && (
        <dl className={styles.differences}>
          {differences.map(({ path, title, unit, values: [before, after] }) => (
            <div key={path}>
              <dt>{title}</dt>
              <dd>
                <span className={styles.muted}>{valueWords(before, unit)} → </span>
                {valueWords(after, unit)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

function countWords({ length }: readonly SettingDifference[]): string {
  if (length === 0) return 'same settings';
  return length === 1 ? '1 setting differs' : `${length} settings differ`;
}
