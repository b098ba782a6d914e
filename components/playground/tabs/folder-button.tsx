'use client';

import { useEffect, useRef, useState } from 'react';
import { sourcesOf } from '@/components/sessions/dropped-files';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { exactNumber } from '@/lib/series/words/format-number';
import { type FolderCopy, readFolder } from '@/lib/state/playground/folder-copy';
import styles from './tabs.module.css';

interface FolderButtonProps {
  onFolder(files: Readonly<Record<string, string>>): void;
}

/** Copies a folder of the user for a new run. Nothing is written back to it. */
export function FolderButton({ onFolder }: FolderButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const [copy, setCopy] = useState<FolderCopy>();
  const [isReading, setIsReading] = useState(false);
  const count = Object.keys(copy?.files ?? {}).length;

  useEffect(() => {
    // React's types do not include this attribute.
    if (input.current !== null) input.current.webkitdirectory = true;
  }, []);

  const read = async (files: readonly File[]) => {
    setIsReading(true);
    setCopy(await readFolder(sourcesOf(files)));
    setIsReading(false);
  };
  const use = () => {
    if (copy !== undefined) onFolder(copy.files);
    setCopy(undefined);
  };
  return (
    <>
      <Button disabled={isReading} onClick={() => input.current?.click()}>
        <Icon name="folder" /> {isReading ? 'Reading the folder…' : 'Load a folder…'}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Workspace folder"
        onChange={(event) => {
          void read([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <Dialog
        title="Start a run on a copy of this folder"
        isOpen={copy !== undefined}
        onClose={() => setCopy(undefined)}
      >
        <p>
          {count === 0 ? 'No text files found.' : `${exactNumber(count)} text files will be copied into a new run.`} The
          folder itself is not changed. With an API model, whatever the agent reads is sent to the API.
        </p>
        {copy !== undefined && copy.left.length > 0 && (
          <details>
            <summary>{exactNumber(copy.left.length)} left out</summary>
            <ul className={styles.muted}>
              {copy.left.slice(0, MAX_LISTED).map(({ path, why }) => (
                <li key={path}>
                  {path}: {why}
                </li>
              ))}
              {copy.left.length > MAX_LISTED && <li>and {exactNumber(copy.left.length - MAX_LISTED)} more</li>}
            </ul>
          </details>
        )}
        <div className={styles.bar}>
          <Button look="main" disabled={count === 0} onClick={use}>
            Start run
          </Button>
          <Button onClick={() => setCopy(undefined)}>Cancel</Button>
        </div>
      </Dialog>
    </>
  );
}

const MAX_LISTED = 100;
