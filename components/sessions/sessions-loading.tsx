import styles from './sessions-view.module.css';

export function SessionsLoading() {
  return (
    <main id="main" className={styles.view} aria-busy="true">
      <h1>Sessions</h1>
      <p className={styles.muted}>Loading sessions…</p>
    </main>
  );
}
