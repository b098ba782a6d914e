import Link from 'next/link';
import { useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import forms from '@/components/ui/forms.module.css';
import framed from '@/components/ui/scrolling/framed.module.css';
import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import { TimeText } from '@/components/ui/time-text';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import type { Experiment } from '@/lib/state/experiments/experiment-record';
import styles from './experiment-list.module.css';
import { experiments } from './stores/experiment-stores';

/** The kept experiments. */
export function ExperimentList() {
  const { isLoaded, kept, damaged } = useStore(experiments);
  const [renamed, setRenamed] = useState<string>();
  if (!isLoaded || kept.length + damaged === 0) return null;
  return (
    <section className={styles.list} aria-labelledby="kept-experiments">
      <h2 id="kept-experiments">Saved experiments</h2>
      {damaged > 0 && <p>{counted(damaged, 'experiment')} could not be read and was left unchanged.</p>}
      <ScrollArea className={framed.frame} label="Saved experiments">
        <table className={styles.table}>
          <thead>
            <tr>
              {['Experiment', 'Created', 'Boundaries', 'Rows', 'Repeats', ''].map((title) => (
                <th key={title} scope="col">
                  {title === '' ? <span className="visually-hidden">Actions</span> : title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kept.map((experiment) => (
              <Kept
                key={experiment.id}
                experiment={experiment}
                isRenaming={renamed === experiment.id}
                onRename={(isRenaming) => setRenamed(isRenaming ? experiment.id : undefined)}
              />
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </section>
  );
}

interface KeptProps {
  readonly experiment: Experiment;
  readonly isRenaming: boolean;
  onRename(isRenaming: boolean): void;
}

function Kept({ experiment, isRenaming, onRename }: KeptProps) {
  const { id, title, createdMs, boundaries, rows, repeats } = experiment;
  const { edit, remove } = experiments.getState();
  const [isAsking, setIsAsking] = useState(false);
  const owed = useStore(experiments, (state) => state.owed[id] ?? 0);
  return (
    <tr>
      <th scope="row">
        {isRenaming ? (
          <RenameField
            title={title}
            onDone={(next) => {
              onRename(false);
              if (next !== undefined) void edit(id, { title: next });
            }}
          />
        ) : (
          <Link href={`/prompts/experiments?id=${id}`} prefetch={false}>
            {title}
          </Link>
        )}
        {owed > 0 && <span className={styles.note}>{counted(owed, 'answer')} in batches</span>}
      </th>
      <td>
        <TimeText timeMs={createdMs} withTime />
      </td>
      <td>{exactNumber(boundaries.length)}</td>
      <td>{exactNumber(rows.length)}</td>
      <td>{exactNumber(repeats)}</td>
      <td className={styles.actions}>
        <Button look="quiet" aria-label={`Rename ${title}`} onClick={() => onRename(true)}>
          Rename
        </Button>
        <Button
          look="quiet"
          aria-label={`Delete ${title}`}
          onClick={() => (owed > 0 ? setIsAsking(true) : void remove(id))}
        >
          Delete
        </Button>
        <Dialog title="Delete with answers in batches?" isOpen={isAsking} onClose={() => setIsAsking(false)}>
          <div className={forms.form}>
            <p>
              {counted(owed, 'answer')} of “{title}” {owed === 1 ? 'is' : 'are'} still expected from batches. They are
              billed, and deleting does not cancel them. To pay less, open the experiment and cancel its batches first.
            </p>
            <div className={forms.buttons}>
              <Button
                look="main"
                onClick={() => {
                  setIsAsking(false);
                  void remove(id);
                }}
              >
                Delete
              </Button>
              <Button onClick={() => setIsAsking(false)}>Back</Button>
            </div>
          </div>
        </Dialog>
      </td>
    </tr>
  );
}

interface RenameFieldProps {
  readonly title: string;
  /** Without a title it stays as it is. */
  onDone(title: string | undefined): void;
}

function RenameField({ title, onDone }: RenameFieldProps) {
  const [typed, setTyped] = useState(title);
  const done = () => onDone(typed.trim() === '' || typed.trim() === title ? undefined : typed.trim());
  return (
    <input
      aria-label="Title"
      // biome-ignore lint/a11y/noAutofocus: the user has just asked for it
      autoFocus
      value={typed}
      maxLength={200}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done();
        if (event.key === 'Escape') onDone(undefined);
      }}
    />
  );
}
