'use client';

import { useState } from 'react';
import { saveFile } from '@/components/sessions/save-file';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { ErrorNote } from '@/components/ui/error-note';
import { Icon } from '@/components/ui/icon';
import type { FileChange } from '@/lib/agent/journal/entry';
import type { FileEntry } from '@/lib/agent/view/run-view';
import { type Failure, failureOf } from '@/lib/base/failure';
import { exactNumber } from '@/lib/series/words/format-number';
import type { RunAsks } from '@/lib/state/playground/run-asks';
import type { ImportSource } from '@/lib/worker/engine/messages';
import { FileEditor } from './file-editor';
import styles from './files-tab.module.css';
import { FolderButton } from './folder-button';
import tabs from './tabs.module.css';

interface FilesTabProps {
  readonly files: readonly FileEntry[];
  readonly asks: Pick<RunAsks, 'fileText' | 'workspace'>;
  onChange(files: readonly FileChange[]): void;
  onReset(): void;
  onFolder(sources: readonly ImportSource[]): void;
}

/** The agent's workspace, for viewing and editing. */
export function FilesTab({ files, asks, onChange, onReset, onFolder }: FilesTabProps) {
  const [path, setPath] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const [newPath, setNewPath] = useState('');
  const shown = files.find((file) => file.path === path);
  const changed = files.filter(({ isChanged }) => isChanged).length;
  const download = () => {
    asks.workspace().then(
      (archive) => saveFile('workspace.tar', archive),
      (error: unknown) => setFailure(failureOf(error)),
    );
  };
  return (
    <div className={tabs.tab}>
      <div className={tabs.bar}>
        <p className={tabs.muted}>
          {exactNumber(files.length)} files, {changed === 0 ? 'none' : exactNumber(changed)} changed in this run
        </p>
        <Button onClick={download}>
          <Icon name="download" /> Download all
        </Button>
        <Button disabled={changed === 0} onClick={onReset}>
          Reset
        </Button>
        <FolderButton onFolder={onFolder} />
      </div>
      {failure !== undefined && <ErrorNote {...failure} />}
      <div className={styles.files}>
        <div className={styles.side}>
          <ul className={styles.list} aria-label="Files">
            {files.map((file) => (
              <li key={file.path}>
                <button
                  type="button"
                  className={classNames(styles.file, file.path === path && styles.shown)}
                  aria-pressed={file.path === path}
                  onClick={() => setPath(file.path)}
                >
                  <span className={styles.path}>{file.path}</span>
                  {file.isChanged && <span className={styles.changed}>changed</span>}
                  <span className={styles.size}>{exactNumber(file.characters)}</span>
                </button>
              </li>
            ))}
          </ul>
          <form
            className={styles.add}
            onSubmit={(event) => {
              event.preventDefault();
              const added = newPath.trim();
              if (added === '') return;
              if (files.every((file) => file.path !== added)) onChange([{ path: added, text: '' }]);
              setPath(added);
              setNewPath('');
            }}
          >
            <input
              aria-label="New file path"
              placeholder="notes/new.txt"
              spellCheck={false}
              value={newPath}
              onChange={(event) => setNewPath(event.target.value)}
            />
            <Button type="submit" disabled={newPath.trim() === ''}>
              Add
            </Button>
          </form>
        </div>
        {shown === undefined ? (
          <p className={tabs.muted}>Select a file to view or edit it.</p>
        ) : (
          <FileEditor key={shown.path} file={shown} ask={asks.fileText} onChange={onChange} />
        )}
      </div>
    </div>
  );
}
