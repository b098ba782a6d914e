import { differences } from './differences';

export interface DiffPiece {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** What two texts have in common. `whole`: they differ too much to compare in the available time. */
export interface WordDiff {
  readonly grain: 'words' | 'lines' | 'whole';
  /** Same and removed pieces form the first text, same and added pieces the second. */
  readonly pieces: readonly DiffPiece[];
}

/** Some hundred milliseconds for each granularity. */
const MAX_STEPS = 40_000_000;
const MAX_TOKENS = 200_000;

/** Word by word; if that takes too long, line by line. Removed comes before added. */
export function wordDiff(a: string, b: string, mostSteps = MAX_STEPS): WordDiff {
  for (const grain of ['words', 'lines'] as const) {
    const tokensOf = grain === 'words' ? wordsOf : linesOf;
    const before = tokensOf(a);
    const after = tokensOf(b);
    if (before === undefined || after === undefined) continue;
    const kept = differences(before, after, mostSteps);
    if (kept !== undefined) return { grain, pieces: piecesOf(before, after, kept) };
  }
  return { grain: 'whole', pieces: [...piece('removed', a), ...piece('added', b)] };
}

const TOKEN = /\s+|[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu;
const EAST_ASIAN = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7ff]/;
const LONGEST_RUN = 2_000;

function wordsOf(text: string): string[] | undefined {
  const words: string[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
    if (words.length > MAX_TOKENS) return undefined;
    if (EAST_ASIAN.test(token)) words.push(...segments(token));
    else words.push(token);
  }
  return words;
}

const segmenter =
  typeof Intl.Segmenter === 'function' ? new Intl.Segmenter(undefined, { granularity: 'word' }) : undefined;

/** Chinese and Japanese have no spaces between words. Without word segmentation in the browser, characters are used. */
function segments(run: string): string[] {
  if (segmenter === undefined || run.length > LONGEST_RUN) return [...run];
  return Array.from(segmenter.segment(run), ({ segment }) => segment);
}

function linesOf(text: string): string[] | undefined {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  return lines.length > MAX_TOKENS ? undefined : lines;
}

function piecesOf(before: readonly string[], after: readonly string[], kept: readonly Kept[]): DiffPiece[] {
  const pieces: DiffPiece[] = [];
  let a = 0;
  let b = 0;
  for (const same of [...kept, { a: before.length, b: after.length, length: 0 }]) {
    pieces.push(...piece('removed', before.slice(a, same.a).join('')));
    pieces.push(...piece('added', after.slice(b, same.b).join('')));
    a = same.a + same.length;
    b = same.b + same.length;
    pieces.push(...piece('same', before.slice(same.a, a).join('')));
  }
  return pieces;
}

type Kept = NonNullable<ReturnType<typeof differences>>[number];

function piece(kind: DiffPiece['kind'], text: string): DiffPiece[] {
  return text === '' ? [] : [{ kind, text }];
}
