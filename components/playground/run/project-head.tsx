import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import type { StoredProject } from '@/lib/storage/stored-project';
import styles from './project-head.module.css';

interface ProjectHeadProps {
  readonly project: StoredProject;
  onNewSession(): void;
  onRename(title: string): void;
  onRemove(): void;
  /** Missing unless a session of it is open. */
  readonly onShowHome: (() => void) | undefined;
}

const LONGEST_TITLE = 80;

/** The name of a project, and what can be done with it. */
export function ProjectHead({ project, onNewSession, onRename, onRemove, onShowHome }: ProjectHeadProps) {
  const [typed, setTyped] = useState<string>();
  const { title } = project;
  if (typed !== undefined) {
    return (
      <form
        className={styles.head}
        onSubmit={(event) => {
          event.preventDefault();
          onRename(typed);
          setTyped(undefined);
        }}
      >
        <input
          ref={focusAndSelect}
          className={styles.name}
          aria-label="Project name"
          maxLength={LONGEST_TITLE}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            // The dialog stays open.
            event.preventDefault();
            event.stopPropagation();
            setTyped(undefined);
          }}
        />
        <Button type="submit" disabled={typed.trim() === ''}>
          Rename
        </Button>
        <Button onClick={() => setTyped(undefined)}>Cancel</Button>
      </form>
    );
  }
  return (
    <div className={styles.head}>
      <h3 className={styles.title}>{title}</h3>
      <IconButton icon="pencil" label={`Rename “${title}”`} onClick={() => setTyped(title)} />
      <span className={styles.actions}>
        {onShowHome !== undefined && <Button onClick={onShowHome}>History of ~</Button>}
        <Button onClick={onNewSession}>New session</Button>
        <IconButton icon="trash" label={`Delete project “${title}”`} onClick={onRemove} />
      </span>
    </div>
  );
}

function focusAndSelect(field: HTMLInputElement | null): void {
  field?.select();
}
