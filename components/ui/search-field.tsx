'use client';

import { useRef } from 'react';
import { Icon } from './icon';
import styles from './search-field.module.css';
import { useShortcuts } from './use-shortcuts';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  onChange(value: string): void;
  /** ↓ leads to what was found. */
  onLeave(): void;
}

export function SearchField({ label, placeholder, value, onChange, onLeave }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => input.current?.focus() });
  return (
    <div className={styles.field}>
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={`${placeholder} (/)`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          if (event.key === 'ArrowDown') {
            onLeave();
            return;
          }
          onChange('');
          event.currentTarget.blur();
        }}
      />
    </div>
  );
}
