import type { RunStatus } from '@/lib/agent/view/run-view';
import { assertNever } from '@/lib/base/assert-never';
import { exactNumber } from '@/lib/series/words/format-number';
import styles from './chat-entry.module.css';

export type LiveStatus = Extract<RunStatus, { readonly type: 'asking' | 'forking' | 'tools' | 'waiting' }>;

/** While there is something to see. */
export function liveStatus(status: RunStatus): LiveStatus | undefined {
  switch (status.type) {
    case 'asking':
    case 'forking':
    case 'tools':
    case 'waiting':
      return status;
    default:
      return undefined;
  }
}

/** The streaming reply so far. */
export function LiveReply({ status }: { readonly status: LiveStatus }) {
  switch (status.type) {
    case 'asking':
      return (
        <article className={styles.entry} aria-busy="true">
          <p className={styles.gutter}>call {exactNumber(status.call + 1)}</p>
          <div className={styles.body}>
            {status.thinking !== '' && <p className={styles.thinking}>{endOf(status.thinking)}</p>}
            {status.text !== '' && <p className={styles.text}>{endOf(status.text)}</p>}
            {[...status.tools.entries()].map(([place, name]) => (
              <p key={place} className={styles.muted}>
                <code>{name}</code> …
              </p>
            ))}
            {status.text === '' && status.thinking === '' && status.tools.length === 0 && (
              <p className={styles.muted}>Waiting for the first token…</p>
            )}
          </div>
        </article>
      );
    case 'forking':
      return (
        <article className={styles.entry} aria-busy="true">
          <p className={styles.gutter}>fork</p>
          <div className={styles.body}>
            <p className={styles.muted}>{forkTitles[status.purpose]} in progress…</p>
            {status.text !== '' && <p className={styles.thinking}>{endOf(status.text)}</p>}
          </div>
        </article>
      );
    case 'tools':
      return (
        <article className={styles.entry} aria-busy="true">
          <p className={styles.gutter}>tools</p>
          <p className={styles.muted}>{status.names.join(', ')}: running…</p>
        </article>
      );
    case 'waiting':
      return (
        <article className={styles.entry} aria-busy="true">
          <p className={styles.gutter}>wait</p>
          <p className={styles.muted}>
            {status.failure.what} Retrying in {exactNumber(Math.ceil(status.leftMs / 1_000))} s. Press Stop to cancel.
          </p>
        </article>
      );
    default:
      return assertNever(status);
  }
}

const SHOWN_CHARACTERS = 4_000;

/** Laid out again with every chunk. */
function endOf(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `…${text.slice(-SHOWN_CHARACTERS)}` : text;
}

export const forkTitles = { summary: 'Summary', note: 'Session note' } as const;
