'use client';

import Link from 'next/link';
import { useState } from 'react';
import { OpenedRule } from '@/components/rules/rule-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import styles from './app-header.module.css';
import { KeysDialog } from './keys-dialog';
import { useRuleNames } from './rule-names';
import { SkipLinks } from './skip-links';
import { ThemeSwitch } from './theme-switch';
import { ViewLinks } from './view-links';

export function AppHeader() {
  const [areKeysShown, setAreKeysShown] = useState(false);
  useRuleNames();
  useShortcuts({ '?': () => setAreKeysShown(true) });

  return (
    <>
      <header className={styles.header}>
        <SkipLinks />
        {/* *Sessions*, the next link, leads to the same page: one stop of Tab is enough. */}
        <Link href="/" className={styles.name} tabIndex={-1}>
          <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
            <path d="M2 17 7 9 9.5 12.5 14 6V17Z" fill="var(--category-tool-results)" />
            <path d="M14 17 18 13V17Z" fill="var(--category-tool-results)" />
            <path d="M1 4.5H19" stroke="currentColor" strokeWidth="1.5" strokeDasharray="3 1.5" />
          </svg>
          <span className={styles.word}>Highwater</span>
        </Link>
        <ViewLinks />
        <div className={styles.tools}>
          <span className={styles.theme}>
            <ThemeSwitch />
          </span>
          <IconButton icon="settings" label="Keys and settings (?)" onClick={() => setAreKeysShown(true)} />
        </div>
      </header>
      <KeysDialog isOpen={areKeysShown} onClose={() => setAreKeysShown(false)} />
      <OpenedRule />
    </>
  );
}
