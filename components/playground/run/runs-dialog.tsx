import { useMemo, useState } from 'react';
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
import { runGroups } from '@/lib/state/playground/run-groups';
import { fileNameOf } from '@/lib/state/sessions/exported-file';
import type { StoredProject } from '@/lib/storage/stored-project';
import type { StoredRun } from '@/lib/storage/stored-run';
import { ProjectHead } from './project-head';
import styles from './runs-dialog.module.css';

interface RunsDialogProps {
  readonly projects: readonly StoredProject[];
  readonly runs: readonly StoredRun[];
  readonly damaged: number;
  readonly open: Pick<RunView, 'id' | 'title' | 'project'> | undefined;
  readonly asks: Pick<RunAsks, 'transcript'>;
  readonly isOpen: boolean;
  onNew(): void;
  onNewProject(): void;
  onNewSession(project: StoredProject): void;
  onRename(project: StoredProject, title: string): void;
  onRemoveProject(project: StoredProject): void;
  onShowHome(): void;
  onOpen(id: string): void;
  onRemove(id: string): void;
  onClose(): void;
}

/** All runs stored in this browser, by project. */
export function RunsDialog(props: RunsDialogProps) {
  const { projects, runs, damaged, open, asks, isOpen, onNew, onNewProject, onOpen, onRemove, onClose } = props;
  const [failure, setFailure] = useState<Failure>();
  const groups = useMemo(() => runGroups(projects, runs), [projects, runs]);
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
        <Button onClick={onNewProject}>New project</Button>
        {open !== undefined && (
          <Button onClick={() => download(open.title)}>
            <Icon name="download" /> Export transcript
          </Button>
        )}
      </div>
      <p className={styles.muted}>
        Sessions of a project share its home folder, <code>~</code>: what one leaves there, the next one starts with.
      </p>
      {failure !== undefined && <ErrorNote {...failure} />}
      {groups.length === 0 && <p>No runs yet.</p>}
      {groups.map(({ project, runs: its }) => (
        <section key={project?.id ?? ''} className={styles.group} aria-label={project?.title ?? OTHERS}>
          {project === undefined ? (
            <h3>{OTHERS}</h3>
          ) : (
            <ProjectHead
              project={project}
              onNewSession={() => props.onNewSession(project)}
              onRename={(title) => props.onRename(project, title)}
              onRemove={() => props.onRemoveProject(project)}
              onShowHome={open?.project?.id === project.id ? props.onShowHome : undefined}
            />
          )}
          {its.length === 0 && <p className={styles.muted}>No sessions. Its home folder is kept.</p>}
          <ul className={styles.runs} aria-label={project === undefined ? OTHERS : `Sessions of ${project.title}`}>
            {its.map((run) => (
              <RunRow
                key={run.id}
                run={run}
                isOpen={run.id === open?.id}
                onOpen={() => onOpen(run.id)}
                onRemove={() => onRemove(run.id)}
              />
            ))}
          </ul>
        </section>
      ))}
      {damaged > 0 && <p>{exactNumber(damaged)} more could not be read and were left unchanged.</p>}
    </Dialog>
  );
}

const OTHERS = 'Without a project';

interface RunRowProps {
  readonly run: StoredRun;
  readonly isOpen: boolean;
  onOpen(): void;
  onRemove(): void;
}

function RunRow({ run: { title, model, calls, changedMs, project }, isOpen, onOpen, onRemove }: RunRowProps) {
  return (
    <li className={styles.run}>
      <button type="button" className={styles.open} aria-current={isOpen} onClick={onOpen}>
        <span className={styles.title}>{title === '' ? 'Not started' : title}</span>
        <span className={styles.muted}>
          {project !== undefined && `Session ${project.session}, `}
          {answererName(model)}, {exactNumber(calls)} calls, <TimeText timeMs={changedMs} withTime />
        </span>
      </button>
      <IconButton icon="trash" label={`Delete “${title}”`} onClick={onRemove} />
    </li>
  );
}
