'use client';

import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import styles from './tabs.module.css';

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly title: string;
  readonly content: ReactNode;
  /** For the tour. */
  readonly tour?: string;
}

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly selected: Name;
  onSelect(name: Name): void;
}

/** One of several contents at a time; the others are not in the page. */
export function Tabs<Name extends string>({ label, tabs, selected, onSelect }: TabsProps<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === selected);
    const places: Readonly<Record<string, number>> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const place = places[event.key];
    const next = place === undefined ? undefined : tabs[place];
    if (next === undefined) return;
    // The page's own keys step through calls.
    event.preventDefault();
    event.stopPropagation();
    onSelect(next.name);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[place ?? 0]?.focus();
  };

  const shown = tabs.find(({ name }) => name === selected);
  return (
    <div className={styles.tabs}>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={onKeyDown}>
        {tabs.map(({ name, title, tour }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === selected}
            aria-controls={`${id}-panel`}
            tabIndex={name === selected ? 0 : -1}
            className={styles.tab}
            data-tour={tour}
            onClick={() => onSelect(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`} className={styles.panel}>
        {shown?.content}
      </div>
    </div>
  );
}
