import { partTitle } from '@/components/messages/parts/part-names';
import { exactNumber } from '@/lib/series/words/format-number';
import type { MessageRow } from '@/lib/worker/engine/messages';
import styles from './place-link.module.css';

interface PlaceLinkProps {
  readonly rows: readonly MessageRow[];
  readonly place: { readonly message: number; readonly part: number };
  /** With its description, if there is room. */
  readonly isNamed?: boolean;
  onShow(messageIndex: number, partIndex: number): void;
}

/** Shows a part of the recording in the message list. */
export function PlaceLink({ rows, place: { message, part }, isNamed = false, onShow }: PlaceLinkProps) {
  const row = rows[message];
  const held = row?.parts[part];
  const name = row === undefined ? '' : partTitle(row, held);
  return (
    <button
      type="button"
      className={styles.link}
      title={`${name}: ${held?.excerpt ?? ''}`}
      aria-label={`message ${exactNumber(message + 1)}, ${name}`}
      onClick={() => onShow(message, part)}
    >
      #{exactNumber(message + 1)}
      {isNamed && ` ${name}`}
    </button>
  );
}
