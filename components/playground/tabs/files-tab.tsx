'use client';

import { useState } from 'react';
import { FolderButton } from '@/components/sessions/folder-button';
import { saveFile } from '@/components/sessions/save-file';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { ErrorNote } from '@/components/ui/error-note';
import { Icon } from '@/components/ui/icon';
import { TimeText } from '@/components/ui/time-text';
import type { FileChange } from '@/lib/agent/journal/entry';
import {
  HOME,
  type Mount,
  mountOf,
  mounts,
  SETTINGS_ROOT,
  WORKSPACE_ROOT,
  workspacePath,
} from '@/lib/agent/tools/workspace-path';
import type { FileEntry } from '@/lib/agent/view/run-view';
import type { InstructionsView } from '@/lib/agent/view/system-view';
import { type Failure, failureOf } from '@/lib/base/failure';

import { exactNumber } from '@/lib/series/words/format-number';
import type { RunAsks } from '@/lib/state/playground/run-asks';
import type { ImportSource } from '@/lib/worker/engine/messages';
import { InstructionsPanel } from '../system/instructions-panel';
import { FileEditor } from './file-editor';
import styles from './files-tab.module.css';
import tabs from './tabs.module.css';

interface FilesTabProps {
  readonly files: readonly FileEntry[];
  readonly instructions: InstructionsView;
  readonly asks: Pick<RunAsks, 'fileText' | 'workspace'>;
  onChange(files: readonly FileChange[]): Promise<boolean>;
  onReset(): void;
  onFolder(sources: readonly ImportSource[]): void;
}

/** The agent's files, for viewing and editing. The user may write where the agent only reads. */
export function FilesTab({ files, instructions, asks, onChange, onReset, onFolder }: FilesTabProps) {
  const [path, setPath] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const [newPath, setNewPath] = useState('');
  const shown = files.find((file) => file.path === path);
  const changed = files.filter(({ isChanged }) => isChanged).length;
  const groups = groupsOf(files);
  const alsoReset = otherRoots.flatMap(({ root, short }) =>
    files.some((file) => file.isChanged && mountOf(file.path) === root) ? [short] : [],
  );
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
          Reset{alsoReset.length > 0 && `, ${alsoReset.join(' and ')} too`}
        </Button>
        <FolderButton label="Load a folder…" inputLabel="Workspace folder" onFolder={onFolder} />
      </div>
      {failure !== undefined && <ErrorNote {...failure} />}
      <InstructionsPanel instructions={instructions} onShow={(full) => setPath(placeOf(full))} />
      <div className={styles.files}>
        <div className={styles.side}>
          <div className={styles.list}>
            {groups.map(({ root, title, its }) => (
              <FileGroup
                key={root}
                root={root}
                title={groups.length > 1 ? title : undefined}
                files={its}
                shown={path}
                onShow={setPath}
              />
            ))}
          </div>
          <form
            className={styles.add}
            onSubmit={(event) => {
              event.preventDefault();
              if (newPath.trim() === '') return;
              const place = workspacePath(newPath.trim());
              // The agent says what is wrong with a path.
              const added = place.ok ? place.value : newPath.trim();
              if (files.every((file) => file.path !== added)) void onChange([{ path: added, text: '' }]);
              setPath(added);
              setNewPath('');
            }}
          >
            <input
              aria-label="New file path"
              placeholder="notes/new.txt, ~/new.md"
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

/** Of a file, from the path that the agent knows. */
function placeOf(full: string): string {
  const place = workspacePath(full);
  return place.ok ? place.value : full;
}

/** `~` and `/etc` only if they have files. */
function groupsOf(files: readonly FileEntry[]) {
  const groups = mounts.map((root) => ({
    root,
    title: mountTitles[root],
    its: files.filter(({ path }) => mountOf(path) === root),
  }));
  return groups.filter(({ root, its }) => root === WORKSPACE_ROOT || its.length > 0);
}

const mountTitles: Readonly<Record<Mount, string>> = {
  [WORKSPACE_ROOT]: 'Workspace',
  [HOME]: `~ (${HOME})`,
  [SETTINGS_ROOT]: `${SETTINGS_ROOT}, read-only for the agent`,
};

/** Outside of the workspace, where a user may forget them. */
const otherRoots: readonly { readonly root: Mount; readonly short: string }[] = [
  { root: HOME, short: '~' },
  { root: SETTINGS_ROOT, short: SETTINGS_ROOT },
];

interface FileGroupProps {
  readonly root: Mount;
  /** Missing if there is no other group. */
  readonly title: string | undefined;
  readonly files: readonly FileEntry[];
  readonly shown: string | undefined;
  onShow(path: string): void;
}

function FileGroup({ root, title, files, shown, onShow }: FileGroupProps) {
  return (
    <>
      {title !== undefined && <h3 className={styles.group}>{title}</h3>}
      <ul aria-label={root === WORKSPACE_ROOT ? 'Files' : `Files in ${root}`}>
        {files.map((file) => (
          <li key={file.path}>
            <button
              type="button"
              className={classNames(styles.file, file.path === shown && styles.shown)}
              aria-pressed={file.path === shown}
              onClick={() => onShow(file.path)}
            >
              <span className={styles.path}>{belowMount(file.path)}</span>
              {file.isChanged && <span className={styles.changed}>changed</span>}
              <span className={styles.size}>{exactNumber(file.characters)}</span>
              <span className={styles.time}>
                <TimeText timeMs={file.modifiedMs} withTime />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function belowMount(path: string): string {
  const root = mountOf(path);
  return root === WORKSPACE_ROOT ? path : path.slice(root.length + 1);
}
