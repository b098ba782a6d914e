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
  onChange(files: readonly FileChange[]): void;
}

/** Edits stay here until saved, whatever the agent does to the file meanwhile. */
export function FileEditor({ file, ask, onChange }: FileEditorProps) {
  const { value: text, failure } = useAsked(file, ({ path }) => ask(path));
  const [draft, setDraft] = useState<string>();
  if (failure !== undefined) return <ErrorNote {...failure} />;
  if (text === undefined) return <p className={tabs.muted}>Loading…</p>;
  return (
    <div className={styles.editor}>
      <textarea
        aria-label={`Contents of ${file.path}`}
        spellCheck={false}
        value={draft ?? text}
        onChange={({ target }) => setDraft(target.value === text ? undefined : target.value)}
      />
      <div className={tabs.bar}>
        <p className={tabs.muted} role="status">
          {draft === undefined ? 'Saved.' : 'Unsaved changes.'}
        </p>
        <Button
          look="main"
          disabled={draft === undefined}
          onClick={() => {
            if (draft !== undefined) onChange([{ path: file.path, text: draft }]);
            setDraft(undefined);
          }}
        >
          Save
        </Button>
        <Button disabled={draft === undefined} onClick={() => setDraft(undefined)}>
          Revert
        </Button>
        <Button onClick={() => onChange([{ path: file.path, text: null }])}>Delete</Button>
      </div>
    </div>
  );
}
