'use client';

import { type ReactNode, useRef } from 'react';
import { DropOverlay } from '@/components/sessions/drop-overlay';
import { sourcesOf } from '@/components/sessions/dropped-files';
import { PageNotice } from '@/components/shell/page-notice';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import { Icon } from '@/components/ui/icon';
import type { BroughtSession } from '@/lib/state/sessions/brought-sessions';
import type { ImportSource } from '@/lib/worker/engine/messages';
import styles from './missing-session.module.css';

interface MissingSessionProps {
  /** The hash of its content. */
  readonly wantedId: string;
  /** As the link has it, if it has one. */
  readonly title: string | undefined;
  /** What was imported in its place. */
  readonly others: readonly BroughtSession[];
  onImport(files: readonly ImportSource[]): void;
  /** Opens another session at the place that the link leads to. */
  onOpen(id: string): void;
  /** How far the import is, and what came of it. */
  readonly children?: ReactNode;
}

/** For a link to a session that is not in this browser. */
export function MissingSession({ wantedId, title, others, onImport, onOpen, children }: MissingSessionProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <PageNotice
      title={title === undefined ? 'This session is not in this browser' : `“${title}” is not in this browser`}
      what="The link says how to look at the session. The transcript is in no link: it stays with whoever recorded it."
      advice="Drop the file here, or choose it, and the session opens where the link leads to."
    >
      <div className={styles.ask}>
        <Button look="main" onClick={() => input.current?.click()}>
          <Icon name="file" /> Choose the file
        </Button>
        <p className={styles.hash}>
          Its content is known by the hash <code>{wantedId}</code>; its name may be any.
        </p>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="File of the session"
          onChange={(event) => {
            onImport(sourcesOf([...(event.target.files ?? [])]));
            // Else choosing the same file again would not count as a change.
            event.target.value = '';
          }}
        />
      </div>
      {others.length > 0 && (
        <ErrorNote
          look="notice"
          what="This is another recording than the one that the link was made for."
          advice="Or it is the same with secrets masked, which makes another hash. It can be opened at the same place all the same."
        >
          <ul className={styles.others}>
            {others.map((session) => (
              <li key={session.id}>
                <Button onClick={() => onOpen(session.id)}>Open “{session.title}”</Button>
              </li>
            ))}
          </ul>
        </ErrorNote>
      )}
      {children}
      <DropOverlay onImport={onImport} />
    </PageNotice>
  );
}
