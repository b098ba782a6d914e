import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import type { RunLimits } from '@/lib/agent/journal/entry';
import { CONTINUE, isCutOff } from '@/lib/agent/view/cut-off';
import type { RunView } from '@/lib/agent/view/run-view';
import { RaiseLimit } from './raise-limit';
import styles from './run-notices.module.css';

interface RunNoticesProps {
  readonly run: Pick<RunView, 'id' | 'status' | 'limits' | 'notKept' | 'role' | 'items'>;
  onGoOn(): void;
  onRaise(limits: RunLimits): void;
  onConfirm(): void;
  onSay(text: string): void;
  onOpen(id: string): void;
  onCopy(id: string): void;
}

/** What the user must know about the run, or decide. */
export function RunNotices({ run, onGoOn, onRaise, onConfirm, onSay, onOpen, onCopy }: RunNoticesProps) {
  const { status, notKept } = run;
  const deleted = status.type === 'deleted' && <ErrorNote what={status.what} advice={status.advice} />;
  if (run.role !== 'runs' && deleted !== false) return deleted;
  if (run.role !== 'runs') {
    const isFree = run.role === 'free';
    return (
      <ErrorNote
        look="notice"
        what={isFree ? 'The tab with this run was closed.' : 'You are watching: this run is open in another tab.'}
        advice={isFree ? 'It can continue here.' : 'Two tabs on one run would overwrite each other.'}
      >
        <div className={styles.buttons}>
          {isFree && (
            <Button look="main" onClick={() => onOpen(run.id)}>
              Continue here
            </Button>
          )}
          <Button onClick={() => onCopy(run.id)}>Open a copy</Button>
        </div>
      </ErrorNote>
    );
  }
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
      {deleted}
      <RaiseLimit run={run} onRaise={onRaise} />
      {status.type === 'confirm' && (
        <div className={styles.rest}>
          <p>Nothing has been sent yet: the next call is paid, and needs your confirmation.</p>
          <Button look="main" onClick={onConfirm}>
            Review and send…
          </Button>
        </div>
      )}
      {status.type === 'idle' && isCutOff(run.items) && (
        <div className={styles.rest}>
          <p>The answer was cut off at the output limit.</p>
          <Button look="main" onClick={() => onSay(CONTINUE)}>
            Continue the answer
          </Button>
        </div>
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
