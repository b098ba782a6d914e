import type { ShownIndex } from '../../../agent/view/memory-view';
import { firstBytes } from '../../../memory/files/cut-text';
import { counted, exactNumber } from '../../../series/words/format-number';

/** [A4] The index at its cut: what a session gets, and what it does not. */
export interface IndexParts {
  readonly kept: string;
  readonly rest: string;
  /** Undefined if it is whole. */
  readonly cut: string | undefined;
}

export function indexParts({ text, cutBy, keptLines, mostLines, mostBytes, lines, bytes }: ShownIndex): IndexParts {
  const whole = text.trim();
  if (cutBy === undefined) return { kept: whole, rest: '', cut: undefined };
  const kept = whole.split('\n').slice(0, keptLines).join('\n');
  // A single long line is cut inside.
  const fits = cutBy === 'bytes' ? firstBytes(kept, mostBytes) : kept;
  const cut =
    cutBy === 'lines'
      ? `Cut at ${exactNumber(mostLines)} of ${counted(lines, 'line')}`
      : `Cut at ${exactNumber(mostBytes)} of ${counted(bytes, 'byte')}`;
  return { kept: fits, rest: whole.slice(fits.length).replace(/^\n/, ''), cut };
}
