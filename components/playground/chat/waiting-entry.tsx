import styles from './chat-entry.module.css';

const SHOWN_CHARACTERS = 500;

/** What the user has said or chosen, and the agent has not taken up yet. */
export function WaitingEntry({ words }: { readonly words: string }) {
  return (
    <article className={styles.entry} data-chat="waiting">
      <p className={styles.gutter}>queued</p>
      <p className={styles.muted}>{words.length > SHOWN_CHARACTERS ? `${words.slice(0, SHOWN_CHARACTERS)}…` : words}</p>
    </article>
  );
}
