import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import type { RunView } from '@/lib/agent/view/run-view';
import styles from './run-notices.module.css';

interface RunNoticesProps {
  readonly run: Pick<RunView, 'status' | 'notKept'>;
  onGoOn(): void;
}

/** What the user must know about the run, or decide. */
export function RunNotices({ run: { status, notKept }, onGoOn }: RunNoticesProps) {
  return (
    <>
      {notKept !== undefined && (
        <ErrorNote
          look="notice"
          what={notKept.what}
          advice="The agent keeps working, but the run is lost when you close this tab. Save the transcript under “Runs…” first."
        />
      )}
      {status.type === 'unsaved' && (
        <ErrorNote what={status.what} advice={status.advice}>
          <div className={styles.buttons}>
            <Button onClick={onGoOn}>Save and continue</Button>
          </div>
        </ErrorNote>
      )}
      {status.type === 'resting' && (
        <div className={styles.rest}>
          <p>The interrupted request is sent again; no completed step is repeated.</p>
          <Button look="main" onClick={onGoOn}>
            Continue from here
          </Button>
        </div>
      )}
    </>
  );
}
