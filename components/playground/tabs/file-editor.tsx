'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import type { FileChange } from '@/lib/agent/journal/entry';
import type { FileEntry } from '@/lib/agent/view/run-view';
import type { RunAsks } from '@/lib/state/playground/run-asks';
import { useAsked } from '../run/use-asked';
import styles from './files-tab.module.css';
import tabs from './tabs.module.css';

interface FileEditorProps {
  readonly file: FileEntry;
  readonly ask: RunAsks['fileText'];
  /** Returns whether it was accepted. */
  onChange(files: readonly FileChange[]): Promise<boolean>;
}

/** Edits stay here until saved, whatever the agent does to the file meanwhile. */
export function FileEditor({ file, ask, onChange }: FileEditorProps) {
  const { value: text, failure } = useAsked(file, ({ path }) => ask(path));
  const [draft, setDraft] = useState<string>();
  const [isRefused, setIsRefused] = useState(false);
  const save = async () => {
    if (draft === undefined) return;
    const isTaken = await onChange([{ path: file.path, text: draft }]);
    setIsRefused(!isTaken);
    // What was typed meanwhile is not saved.
    if (isTaken) setDraft((now) => (now === draft ? undefined : now));
  };
  if (failure !== undefined) return <ErrorNote {...failure} />;
  if (text === undefined) return <p className={tabs.muted}>Loading…</p>;
  return (
    <div className={styles.editor}>
      <textarea
        aria-label={`Contents of ${file.path}`}
        spellCheck={false}
        value={draft ?? text}
        onChange={({ target }) => {
          setIsRefused(false);
          setDraft(target.value === text ? undefined : target.value);
        }}
      />
      <div className={tabs.bar}>
        <p className={tabs.muted} role="status">
          {draft === undefined
            ? 'Saved.'
            : isRefused
              ? 'Could not save: the reason is above the prompt box.'
              : 'Unsaved changes.'}
        </p>
        <Button look="main" disabled={draft === undefined} onClick={() => void save()}>
          Save
        </Button>
        <Button disabled={draft === undefined} onClick={() => setDraft(undefined)}>
          Revert
        </Button>
        <Button onClick={() => void onChange([{ path: file.path, text: null }])}>Delete</Button>
      </div>
    </div>
  );
}
