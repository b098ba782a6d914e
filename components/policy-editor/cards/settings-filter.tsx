import { Icon } from '@/components/ui/icon';
import fields from '../fields/fields.module.css';
import styles from './settings-filter.module.css';

interface SettingsFilterProps {
  readonly value: string;
  onChange(value: string): void;
}

/** Unlike the search field of other views, without the key `/`, which belongs to the messages here. */
export function SettingsFilter({ value, onChange }: SettingsFilterProps) {
  return (
    <div className={styles.filter}>
      <Icon name="search" />
      <input
        type="search"
        className={fields.text}
        aria-label="Filter settings"
        placeholder="Filter by name, value or variable"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          onChange('');
        }}
      />
    </div>
  );
}
