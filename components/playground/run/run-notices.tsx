import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import type { RunView } from '@/lib/agent/view/run-view';
import styles from './run-notices.module.css';

interface RunNoticesProps {
  readonly run: Pick<RunView, 'status' | 'notKept'>;
  onGoOn(): void;
}

/** What the user has to know of the run, or to decide. */
export function RunNotices({ run: { status, notKept }, onGoOn }: RunNoticesProps) {
  return (
    <>
      {notKept !== undefined && (
        <ErrorNote
          look="notice"
          what={notKept.what}
          advice="The agent works all the same, and all of it is gone with this tab: save the transcript under “Runs…” before you close it."
        />
      )}
      {status.type === 'unsaved' && (
        <ErrorNote what={status.what} advice={status.advice}>
          <div className={styles.buttons}>
            <Button onClick={onGoOn}>Save and go on</Button>
          </div>
        </ErrorNote>
      )}
      {status.type === 'resting' && (
        <div className={styles.rest}>
          <p>What was under way is asked again; nothing that was done is done twice.</p>
          <Button look="main" onClick={onGoOn}>
            Go on from here
          </Button>
        </div>
      )}
    </>
  );
}
