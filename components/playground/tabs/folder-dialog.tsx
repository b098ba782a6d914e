'use client';

import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-note';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import { type FolderCopy, readFolder } from '@/lib/state/playground/folder-copy';
import { notRunnable } from '@/lib/state/playground/not-runnable';
import type { WantedProject } from '@/lib/state/playground/project-list';
import type { StoredProject } from '@/lib/storage/stored-project';
import type { ImportSource } from '@/lib/worker/engine/messages';
import styles from './tabs.module.css';

interface FolderDialogProps {
  /** Missing while no folder is chosen. */
  readonly sources: readonly ImportSource[] | undefined;
  readonly projects: readonly StoredProject[];
  onStart(files: Readonly<Record<string, string>>, project: WantedProject): void;
  onClose(): void;
}

/** A copy of a folder for a new run: what is in it, what was left out, and what cannot run. Nothing is written back. */
export function FolderDialog({ sources, projects, onStart, onClose }: FolderDialogProps) {
  const [read, setRead] = useState<{ readonly sources: readonly ImportSource[]; readonly copy: FolderCopy }>();

  useEffect(() => {
    if (sources === undefined) return;
    let isCurrent = true;
    void readFolder(sources).then((copy) => isCurrent && setRead({ sources, copy }));
    return () => {
      isCurrent = false;
    };
  }, [sources]);

  const [isNew, setIsNew] = useState(false);
  const name = sources?.[0]?.path.split('/')[0] ?? '';
  const known = projects.findLast(({ folder }) => folder === name);
  const wanted: WantedProject =
    known !== undefined && isNew
      ? { type: 'new', kind: 'folder', title: name, folder: name }
      : { type: 'folder', name };
  const copy = read !== undefined && read.sources === sources ? read.copy : undefined;
  return (
    <Dialog title="Start a run on a copy of this folder" isOpen={sources !== undefined} onClose={onClose}>
      {copy === undefined ? <p role="status">Reading the folder…</p> : <Copied copy={copy} />}
      {known !== undefined && (
        <label className={styles.bar}>
          <input type="checkbox" checked={isNew} onChange={({ target }) => setIsNew(target.checked)} />
          Start a new project instead of a session of “{known.title}”
        </label>
      )}
      <div className={styles.bar}>
        <Button
          look="main"
          disabled={copy === undefined || Object.keys(copy.files).length === 0}
          onClick={() => copy !== undefined && onStart(copy.files, wanted)}
        >
          Start run
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}

function Copied({ copy: { files, left } }: { readonly copy: FolderCopy }) {
  const paths = Object.keys(files);
  const missing = notRunnable(paths);
  return (
    <>
      <p>
        {paths.length === 0
          ? 'No text files found.'
          : `${counted(paths.length, 'text file')} will be copied into a new run.`}{' '}
        The folder itself is not changed. With an API model, whatever the agent reads is sent to the API.
      </p>
      {missing.length > 0 && (
        <ErrorNote
          look="notice"
          what={`The shell cannot run this project: it has no ${listed(missing)}.`}
          advice="It runs sh, awk, sed, grep, jq and other text tools, without a network. Files can be read, searched and edited."
        />
      )}
      {left.length > 0 && (
        <details>
          <summary>{exactNumber(left.length)} left out</summary>
          <ul className={styles.muted}>
            {left.slice(0, MAX_LISTED).map(({ path, why }) => (
              <li key={path}>
                {path}: {why}
              </li>
            ))}
            {left.length > MAX_LISTED && <li>and {exactNumber(left.length - MAX_LISTED)} more</li>}
          </ul>
        </details>
      )}
    </>
  );
}

const MAX_LISTED = 100;

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
