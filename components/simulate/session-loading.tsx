import { plotFrame } from '@/components/charts/plot-frame';
import styles from './session-loading.module.css';

/** Takes the room the session will take, so that the picture does not jump. */
export function SessionLoading() {
  return (
    <main id="main" className={styles.loading} aria-busy="true">
      <h1 className={styles.title}>Opening the session…</h1>
      <div className={styles.chart} style={{ height: plotFrame.height }} />
    </main>
  );
}
