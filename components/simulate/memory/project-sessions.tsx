import { Button } from '@/components/ui/button';
import { ProgressBar } from '@/components/ui/progress-bar';
import { TimeText } from '@/components/ui/time-text';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import type { ProjectMember } from '@/lib/state/simulate/project-members';
import type { ProjectProgress } from '@/lib/worker/engine/memory-messages';
import styles from './memory-tab.module.css';

interface ProjectSessionsProps {
  readonly members: readonly ProjectMember[];
  readonly later: number;
  readonly leftOut: ReadonlySet<string>;
  readonly progress: ProjectProgress | undefined;
  readonly isStopped: boolean;
  onToggle(id: string): void;
  onStop(): void;
  onAgain(): void;
}

/** [J1] Whose memory this session would have had. */
export function ProjectSessions(props: ProjectSessionsProps) {
  const { members, later, leftOut, progress, isStopped, onToggle, onStop, onAgain } = props;
  return (
    <section aria-labelledby="memory-sessions">
      <h2 id="memory-sessions" className={styles.title}>
        Earlier sessions of this project
      </h2>
      {members.length === 0 ? (
        <p className={styles.muted}>
          No earlier session of the same working directory is stored. Import some, and they are listed here.
        </p>
      ) : (
        <ul className={styles.list}>
          {members.map(({ id, title, recordedAtMs, calls }) => (
            <li key={id}>
              <label className={styles.check}>
                <input type="checkbox" checked={!leftOut.has(id)} onChange={() => onToggle(id)} />
                <span>
                  {title}{' '}
                  <span className={styles.muted}>
                    {recordedAtMs !== undefined && <TimeText timeMs={recordedAtMs} />}, {counted(calls, 'call')}
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {later > 0 && (
        <p className={styles.muted}>
          {counted(later, 'stored session')} of the same working directory {later === 1 ? 'is' : 'are'} later or without
          a time, and left nothing to this one.
        </p>
      )}
      {progress !== undefined && (
        <div className={styles.buttons} role="status">
          <ProgressBar label="Sessions read" value={progress.done} max={progress.of} />
          <span>
            Session {exactNumber(progress.done + 1)} of {exactNumber(progress.of)}
          </span>
          <Button onClick={onStop}>Stop</Button>
        </div>
      )}
      {isStopped && (
        <div className={styles.buttons}>
          <span className={styles.muted}>Stopped.</span>
          <Button onClick={onAgain}>Read the sessions</Button>
        </div>
      )}
    </section>
  );
}
