import { type DiffPiece, wordDiff } from '../../../base/word-diff';

/** `left-out`: so many unchanged lines. */
export type FoldedPiece = DiffPiece | { readonly kind: 'left-out'; readonly lines: number };

export interface FoldedDiff {
  readonly grain: 'words' | 'lines' | 'whole';
  readonly pieces: readonly FoldedPiece[];
}

/** Some tens of milliseconds: it is made on the page. Notes are short; a long one is compared line by line. */
const MAX_STEPS = 2_000_000;
/** Unchanged lines that are shown around a change. */
const LINES_AROUND = 2;
/** A single line is as short as what would stand for it. */
const FEWEST_LEFT_OUT = 3;

/** What changed in a file, with few of the unchanged lines. Null: there was, or is, no such file. */
export function foldedDiff(before: string | null, after: string | null): FoldedDiff {
  const { grain, pieces } = wordDiff(before ?? '', after ?? '', MAX_STEPS);
  const last = pieces.length - 1;
  return {
    grain,
    pieces: pieces.flatMap((piece, place) =>
      piece.kind === 'same' ? folded(piece, place === 0, place === last) : [piece],
    ),
  };
}

/** At the beginning and the end of a file there is a change on one side only. */
function folded(piece: DiffPiece, isFirst: boolean, isLast: boolean): readonly FoldedPiece[] {
  // All of it is unchanged.
  if (isFirst && isLast) return [piece];
  const lines = piece.text.split('\n');
  // The first and the last one belong to lines with a change.
  const head = isFirst ? 0 : LINES_AROUND + 1;
  const tail = isLast ? 0 : LINES_AROUND + 1;
  const isOpenEnd = isLast && lines.at(-1) === '';
  const hidden = lines.length - head - tail - (isOpenEnd ? 1 : 0);
  if (hidden < FEWEST_LEFT_OUT) return [piece];
  const start = lines.slice(0, head).join('\n');
  const end = lines.slice(lines.length - tail).join('\n');
  return [
    ...(head === 0 ? [] : [{ kind: 'same', text: `${start}\n` } as const]),
    { kind: 'left-out', lines: hidden },
    ...(tail === 0 ? [] : [{ kind: 'same', text: end } as const]),
  ];
}
