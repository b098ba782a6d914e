'use client';

import { type ReactNode, useRef } from 'react';
import { DropOverlay } from '@/components/sessions/drop-overlay';
import { sourcesOf } from '@/components/sessions/dropped-files';
import { PageNotice } from '@/components/shell/page-notice';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import { Icon } from '@/components/ui/icon';
import type { BroughtSession } from '@/lib/state/sessions/brought-sessions';
import { type SessionTraits, traitsText } from '@/lib/state/sessions/session-traits';
import type { ImportSource } from '@/lib/worker/engine/messages';
import styles from './missing-session.module.css';

interface MissingSessionProps {
  /** The hash of its content. */
  readonly wantedId: string;
  /** From the link, if it has one. */
  readonly traits: SessionTraits | undefined;
  /** What was imported instead. */
  readonly others: readonly BroughtSession[];
  onImport(files: readonly ImportSource[]): void;
  /** Opens another session at the position of the link. */
  onOpen(id: string): void;
  /** Progress and outcome of the import. */
  readonly children?: ReactNode;
}

/** For a link to a session that is not in this browser. */
export function MissingSession({ wantedId, traits, others, onImport, onOpen, children }: MissingSessionProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <PageNotice
      title="This session is not stored in this browser"
      what="Links save the view, not the transcript: it stays with the person who recorded it."
      advice="Drop or choose the transcript file to open it at the linked view."
    >
      {traits !== undefined && (
        <p>
          You need the file of this session: <strong>{traitsText(traits)}</strong>.
        </p>
      )}
      <div className={styles.ask}>
        <Button look="main" onClick={() => input.current?.click()}>
          <Icon name="file" /> Choose file
        </Button>
        <p className={styles.hash}>
          The file is identified by its content hash <code>{wantedId}</code>; the file name does not matter.
        </p>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Session file"
          onChange={(event) => {
            onImport(sourcesOf([...(event.target.files ?? [])]));
            // Otherwise choosing the same file again would not fire a change event.
            event.target.value = '';
          }}
        />
      </div>
      {others.length > 0 && (
        <ErrorNote
          look="notice"
          what="This file does not match the link."
          advice="It may be a different session, or the same one imported with another masking setting. You can still open it at the linked view."
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
