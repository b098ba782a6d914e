import { useState } from 'react';
import { saveFile } from '@/components/sessions/save-file';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-note';
import { Icon } from '@/components/ui/icon';
import { IconButton } from '@/components/ui/icon-button';
import { TimeText } from '@/components/ui/time-text';
import type { RunView } from '@/lib/agent/view/run-view';
import { answererName } from '@/lib/agent/view/who-answers';
import { type Failure, failureOf } from '@/lib/base/failure';
import { exactNumber } from '@/lib/series/words/format-number';
import type { RunAsks } from '@/lib/state/playground/run-asks';
import { fileNameOf } from '@/lib/state/sessions/exported-file';
import type { StoredRun } from '@/lib/storage/stored-run';
import styles from './runs-dialog.module.css';

interface RunsDialogProps {
  readonly runs: readonly StoredRun[];
  readonly damaged: number;
  readonly open: Pick<RunView, 'id' | 'title'> | undefined;
  readonly asks: Pick<RunAsks, 'transcript'>;
  readonly isOpen: boolean;
  onNew(): void;
  onOpen(id: string): void;
  onRemove(id: string): void;
  onClose(): void;
}

/** All runs stored in this browser. */
export function RunsDialog(props: RunsDialogProps) {
  const { runs, damaged, open, asks, isOpen, onNew, onOpen, onRemove, onClose } = props;
  const [failure, setFailure] = useState<Failure>();
  const download = (title: string) => {
    asks.transcript().then(
      (file) => saveFile(`${fileNameOf(title)}.highwater.json`, file),
      (error: unknown) => setFailure(failureOf(error)),
    );
  };
  return (
    <Dialog title="Runs" isOpen={isOpen} onClose={onClose}>
      <div className={styles.buttons}>
        <Button look="main" onClick={onNew}>
          New run
        </Button>
        {open !== undefined && (
          <Button onClick={() => download(open.title)}>
            <Icon name="download" /> Export transcript
          </Button>
        )}
      </div>
      {failure !== undefined && <ErrorNote {...failure} />}
      {runs.length === 0 ? (
        <p>No runs yet.</p>
      ) : (
        <ul className={styles.runs} aria-label="Runs">
          {runs.map(({ id, title, model, calls, changedMs }) => (
            <li key={id} className={styles.run}>
              <button type="button" className={styles.open} aria-current={id === open?.id} onClick={() => onOpen(id)}>
                <span className={styles.title}>{title === '' ? 'Not started' : title}</span>
                <span className={styles.muted}>
                  {answererName(model)}, {exactNumber(calls)} calls, <TimeText timeMs={changedMs} withTime />
                </span>
              </button>
              <IconButton icon="trash" label={`Delete “${title}”`} onClick={() => onRemove(id)} />
            </li>
          ))}
        </ul>
      )}
      {damaged > 0 && <p>{exactNumber(damaged)} more could not be read and were left unchanged.</p>}
    </Dialog>
  );
}
