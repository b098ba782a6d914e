import { useMemo } from 'react';
import { classNames } from '@/components/ui/class-names';
import { TextBox } from '@/components/ui/scrolling/text-box';
import { type MarkedRange, markedPieces } from '@/lib/state/judge/marked-text';
import type { ScoreMark } from '@/lib/state/judge/score-marks';
import styles from './marked-text.module.css';

interface MarkedTextProps {
  readonly label: string;
  readonly text: string;
  readonly marks: readonly MarkedRange<ScoreMark>[];
}

/** Desired items are underlined, others have a wavy line. */
export function MarkedText({ label, text, marks }: MarkedTextProps) {
  const pieces = useMemo(() => markedPieces(text, marks), [text, marks]);
  return (
    <TextBox label={label}>
      {pieces.map((piece) =>
        piece.marked.length === 0 ? (
          piece.text
        ) : (
          <mark
            key={piece.start}
            className={classNames(styles.mark, piece.marked.some(({ isGood }) => !isGood) && styles.bad)}
            title={[...new Set(piece.marked.map(({ words }) => words))].join('\n')}
          >
            {piece.text}
          </mark>
        ),
      )}
    </TextBox>
  );
}
