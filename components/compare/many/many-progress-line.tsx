import { useStore } from 'zustand';
import { Button } from '@/components/ui/button';
import { ProgressBar } from '@/components/ui/progress-bar';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import styles from './many-page.module.css';
import { manyComparison } from './many-store';

export function ManyProgressLine() {
  const { progress, isStopped, sessions, rows, cancel, resume } = useStore(manyComparison);
  const done = sessions.filter(({ id }) => (rows.get(id)?.size ?? 0) > 0).length;
  return (
    <div className={styles.progress}>
      <div className={styles.counting} role="status">
        {progress !== undefined && (
          <>
            {progress.what === 'bills' ? 'Replaying' : 'Counting losses'}: {exactNumber(progress.done)} of{' '}
            {counted(progress.total, 'session')}
            <ProgressBar
              label={`${progress.what === 'bills' ? 'Replays' : 'Losses'}, sessions`}
              value={progress.done}
              max={progress.total}
            />
          </>
        )}
        {progress === undefined && !isStopped && `Results of ${counted(done, 'session')}, losses counted.`}
        {isStopped && `Not complete: ${exactNumber(done)} of ${counted(sessions.length, 'session')} have results.`}
      </div>
      {progress !== undefined && <Button onClick={cancel}>Cancel</Button>}
      {isStopped && <Button onClick={resume}>Resume</Button>}
    </div>
  );
}
