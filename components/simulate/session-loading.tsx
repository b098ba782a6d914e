'use client';

import { useStore } from 'zustand';
import { plotFrame } from '@/components/charts/frame/plot-frame';
import { MINI_MAP_HEIGHT } from '@/components/charts/plot/mini-map';
import { preferences } from '@/components/shell/stores';
import { classNames } from '@/components/ui/class-names';
import { paneStyle } from './pane-style';
import styles from './session-loading.module.css';
import workspace from './session-workspace.module.css';

/** Takes the space of the session, so that the layout does not jump. */
export function SessionLoading({ isChild = false }: { readonly isChild?: boolean }) {
  const leftWidthPx = useStore(preferences, (chosen) => chosen.leftWidthPx);
  const rightWidthPx = useStore(preferences, (chosen) => chosen.rightWidthPx);
  return (
    <main id="main" className={workspace.workspace} aria-busy="true">
      <h1 className={classNames(styles.title, isChild && styles.child)}>Opening the session…</h1>
      <div className={workspace.columns} style={paneStyle(leftWidthPx, rightWidthPx)}>
        <div className={workspace.policy} />
        <div className={styles.line} />
        <div className={workspace.middle}>
          <div className={workspace.chart}>
            <div className={styles.bar} />
            <div className={styles.bar} />
            <div style={{ height: plotFrame.height }}>
              <div className={styles.plot} style={{ height: plotFrame.height - plotFrame.bottom }} />
            </div>
            <div className={styles.map} style={{ height: MINI_MAP_HEIGHT }} />
          </div>
        </div>
        <div className={styles.line} />
        <div className={workspace.reasons} />
      </div>
    </main>
  );
}
