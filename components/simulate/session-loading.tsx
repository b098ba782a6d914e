import { plotFrame } from '@/components/charts/plot-frame';
import { classNames } from '@/components/ui/class-names';
import styles from './session-loading.module.css';

/** Takes the room the session will take, so that the picture does not jump. */
export function SessionLoading({ isChild = false }: { readonly isChild?: boolean }) {
  return (
    <main id="main" className={styles.loading} aria-busy="true">
      <h1 className={classNames(styles.title, isChild && styles.child)}>Opening the session…</h1>
      <div className={styles.stepper} />
      <div className={styles.chart} style={{ height: plotFrame.height - plotFrame.bottom }} />
    </main>
  );
}
