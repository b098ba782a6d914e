'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { DropOverlay } from '@/components/sessions/drop-overlay';
import { sourcesOf } from '@/components/sessions/dropped-files';
import { ImportPanel } from '@/components/sessions/import-panel';
import { PageNotice } from '@/components/shell/page-notice';
import { imports } from '@/components/shell/stores';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import { Icon } from '@/components/ui/icon';
import { broughtBy } from '@/lib/state/sessions/brought-sessions';
import { placeToQuery } from '@/lib/state/sessions/session-place';
import { type SessionTraits, traitsText } from '@/lib/state/sessions/session-traits';
import type { ImportSource } from '@/lib/worker/engine/messages';
import styles from './missing-session.module.css';

interface MissingSessionProps {
  /** The hash of its content. */
  readonly wantedId: string;
  /** From the link, if it has one. */
  readonly traits: SessionTraits | undefined;
  /** It has been imported. */
  onFound(): void;
}

/** For a link to a session that is not in this browser. */
export function MissingSession({ wantedId, traits, onFound }: MissingSessionProps) {
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const runs = useStore(imports, (state) => state.runs);
  // Earlier imports have already been checked.
  const [before] = useState(() => imports.getState().runs[0]?.id ?? 0);
  const brought = useMemo(
    () =>
      broughtBy(
        runs.filter(({ id }) => id > before),
        wantedId,
      ),
    [runs, before, wantedId],
  );
  const others = brought.type === 'others' ? brought.sessions : [];
  const startImport = (files: readonly ImportSource[]) => void imports.getState().start(files);
  // At the position of the link.
  const open = (session: string) => router.push(`/simulate?${placeToQuery({ session, child: [] })}${location.hash}`);

  useEffect(() => {
    if (brought.type === 'wanted') onFound();
  }, [brought, onFound]);

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
            startImport(sourcesOf([...(event.target.files ?? [])]));
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
                <Button onClick={() => open(session.id)}>Open “{session.title}”</Button>
              </li>
            ))}
          </ul>
        </ErrorNote>
      )}
      <ImportPanel />
      <DropOverlay onImport={startImport} />
    </PageNotice>
  );
}
