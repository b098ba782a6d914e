'use client';

import { useStore } from 'zustand';
import { preferences } from '@/components/shell/stores';
import { classNames } from '@/components/ui/class-names';
import { useHydrated } from '@/components/ui/use-hydrated';
import { paneStyle } from './pane-style';
import styles from './session-loading.module.css';
import workspace from './session-workspace.module.css';

/** Takes the space of the session, so that the layout does not jump. */
export function SessionLoading({ isChild = false }: { readonly isChild?: boolean }) {
  const leftWidthPx = useStore(preferences, (chosen) => chosen.leftWidthPx);
  const rightWidthPx = useStore(preferences, (chosen) => chosen.rightWidthPx);
  const chartHeightPx = useStore(preferences, (chosen) => chosen.chartHeightPx);
  const sizes = useHydrated() ? paneStyle({ leftWidthPx, rightWidthPx, chartHeightPx }) : undefined;
  return (
    <main id="main" className={workspace.workspace} aria-busy="true">
      <h1 className={classNames(styles.title, isChild && styles.child)}>Opening the session…</h1>
      <div className={workspace.columns} style={sizes}>
        <div className={workspace.policy} />
        <div className={styles.line} />
        <div className={workspace.middle}>
          <div className={workspace.chart}>
            <div className={styles.picture}>
              <div className={styles.bar} />
              <div className={styles.plot} />
              <div className={styles.map} />
              <div className={styles.bar} />
            </div>
          </div>
        </div>
        <div className={styles.line} />
        <div className={workspace.reasons} />
      </div>
    </main>
  );
}
