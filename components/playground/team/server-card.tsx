'use client';

import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { BytesText } from '@/components/ui/number-text';
import { counted } from '@/lib/series/words/format-number';
import { shortSum } from '@/lib/state/playground/team/team-words';
import type { ServerView } from '@/lib/team/server-view';
import styles from './team.module.css';

interface ServerCardProps {
  /** Undefined until it was read. */
  readonly server: ServerView | undefined;
  readonly isEmptied: boolean;
  /** Undefined if it is not ours to empty. */
  readonly onEmpty: (() => void) | undefined;
}

/** What the server has: its keys with their checksums, and the ETag of them all. */
export function ServerCard({ server, isEmptied, onEmpty }: ServerCardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id} data-team="server">
      <h2 id={id}>Server</h2>
      {server === undefined ? (
        <p className={styles.muted}>Not read yet.</p>
      ) : (
        <>
          <p className={styles.muted}>
            {counted(server.entries.length, 'file')}, ETag{' '}
            <span className={styles.data} title={server.etag}>
              {shortSum(server.etag)}
            </span>
          </p>
          {server.entries.length === 0 && (
            <p className={styles.muted}>
              {isEmptied
                ? 'It was emptied. What members have is pushed with their next change.'
                : 'Nothing was pushed.'}
            </p>
          )}
          <ul className={styles.files} aria-label="Files on the server">
            {server.entries.map(({ key, checksum, bytes }) => (
              <li key={key} className={styles.entry}>
                <span className={styles.data}>{key}</span>
                <span className={styles.muted}>
                  <span className={styles.data} title={`Checksum ${checksum}`}>
                    {shortSum(checksum)}
                  </span>{' '}
                  <BytesText bytes={bytes} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {onEmpty !== undefined && (
        <div className={styles.buttons}>
          <Button onClick={onEmpty} title="Also removes the files of Robin">
            Empty server and Robin
          </Button>
        </div>
      )}
    </section>
  );
}
