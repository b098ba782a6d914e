'use client';

import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { findSettings, type SettingGroup } from '@/lib/series/tables/sweepable-settings';
import { valueWords } from '@/lib/state/shared/setting-words';
import styles from './setting-picker.module.css';

interface SettingPickerProps {
  readonly groups: readonly SettingGroup[];
  readonly path: string;
  onChoose(path: string): void;
}

/** Chooses one of many settings: typing filters them, the arrow keys move through the matches. */
export function SettingPicker({ groups, path, onChoose }: SettingPickerProps) {
  const id = useId();
  /** Undefined while closed. */
  const [text, setText] = useState<string>();
  const [active, setActive] = useState(path);
  const found = useMemo(() => findSettings(groups, text ?? ''), [groups, text]);
  const paths = found.flatMap(({ settings }) => settings.map((setting) => setting.path));
  const isOpen = text !== undefined;
  const activePath = paths.includes(active) ? active : paths[0];
  const optionId = (each: string) => `${id}-${each}`;

  useEffect(() => {
    if (isOpen && activePath !== undefined) {
      document.getElementById(`${id}-${activePath}`)?.scrollIntoView({ block: 'nearest' });
    }
  }, [isOpen, activePath, id]);

  const open = () => {
    if (isOpen) return;
    setText('');
    setActive(path);
  };

  const choose = (chosen: string | undefined) => {
    setText(undefined);
    if (chosen !== undefined) onChoose(chosen);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && !isOpen) open();
    else if (step !== undefined) {
      const next = paths.indexOf(activePath ?? '') + step;
      setActive(paths.at(next === paths.length ? 0 : next) ?? path);
    } else if (event.key === 'Enter' && isOpen) choose(activePath);
    else if (event.key === 'Escape' && isOpen) setText(undefined);
    else return;
    event.preventDefault();
  };

  return (
    <div className={styles.picker}>
      <input
        type="text"
        role="combobox"
        className={styles.field}
        aria-label="Setting to sweep"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && activePath !== undefined ? optionId(activePath) : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="Search settings"
        value={text ?? titleOf(groups, path)}
        // Input replaces the title.
        onFocus={(event) => event.target.select()}
        onClick={open}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => setText(undefined)}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        // The field keeps the focus: otherwise pressing an option would close the list before the click.
        <div id={`${id}-list`} role="listbox" aria-label="Settings" className={styles.list} onMouseDown={keepFocus}>
          {found.map((group) => (
            <fieldset key={group.title} aria-label={group.title}>
              <p className={styles.group} aria-hidden="true">
                {group.title}
                {group.isOff && <span className={styles.off}> off</span>}
              </p>
              {group.settings.map((setting) => (
                <button
                  type="button"
                  key={setting.path}
                  id={optionId(setting.path)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={setting.path === path}
                  className={classNames(styles.option, setting.path === activePath && styles.active)}
                  onClick={() => choose(setting.path)}
                >
                  <span>{setting.title}</span>
                  <span className={styles.value}>{valueWords(setting.value, setting.range.unit)}</span>
                </button>
              ))}
            </fieldset>
          ))}
          {paths.length === 0 && <p className={styles.group}>No matching settings.</p>}
        </div>
      )}
    </div>
  );
}

function keepFocus(event: { preventDefault(): void }): void {
  event.preventDefault();
}

function titleOf(groups: readonly SettingGroup[], path: string): string {
  for (const { title, settings } of groups) {
    const found = settings.find((setting) => setting.path === path);
    if (found !== undefined) return `${title}: ${found.title}`;
  }
  return '';
}
