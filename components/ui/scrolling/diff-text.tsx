import { counted } from '@/lib/series/words/format-number';
import styles from './diff-text.module.css';
import { TextBox } from './text-box';

interface DiffTextProps {
  readonly label: string;
  readonly pieces: readonly Piece[];
}

type Piece =
  | { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }
  /** So many unchanged lines. */
  | { readonly kind: 'left-out'; readonly lines: number };

/** Two versions of a text in one. */
export function DiffText({ label, pieces }: DiffTextProps) {
  return (
    <div className={styles.diff}>
      <TextBox label={label}>
        {[...pieces.entries()].map(([index, piece]) => {
          if (piece.kind === 'same') return piece.text;
          if (piece.kind === 'left-out') {
            return (
              <span key={index} className={styles.unchanged}>
                … {counted(piece.lines, 'unchanged line')} …
              </span>
            );
          }
          return piece.kind === 'added' ? <ins key={index}>{piece.text}</ins> : <del key={index}>{piece.text}</del>;
        })}
      </TextBox>
    </div>
  );
}
