import { partTexts } from '../text/part-texts';
import type { TextRange } from '../text/text-range';
import type { Cut } from './cut';
import { SearchedText } from './held-text';
import type { IndexedValue, ValueIndex } from './value-index';

/** A position in the result of a compaction, for marking. */
export interface Mark extends TextRange {
  /** In `Cut.made`. Parts with several texts count as those texts with line breaks between them. */
  readonly made: number;
}

/** More marks of one value add nothing. */
export const MAX_MARKS = 20;

/**
 * What some parts contain. In recorded parts a value must occur as a value; the result is prose, where the characters
 * suffice, as a whole word.
 */
export class RemainingParts {
  /** The result, as one text. */
  readonly text: string;
  private readonly rows: ReadonlySet<number>;
  private readonly held: SearchedText;
  /** Where each part of the result starts in the text. */
  private readonly starts: readonly number[];

  constructor(index: ValueIndex, { stays, made }: Pick<Cut, 'stays' | 'made'>) {
    const texts = made.map((part) => [...partTexts(part)].join('\n'));
    const starts: number[] = [];
    let start = 0;
    for (const { length } of texts) {
      starts.push(start);
      start += length + 1;
    }
    this.text = texts.join('\n');
    this.starts = starts;
    this.rows = new Set(stays.map((place) => index.rowOf(place)));
    this.held = new SearchedText(this.text);
  }

  holds(value: IndexedValue): boolean {
    return this.staysWith(value) || this.held.holds(value.value, value.type);
  }

  /** A recorded part has it. */
  staysWith({ rows }: IndexedValue): boolean {
    return rows.some((row) => this.rows.has(row));
  }

  /** The first positions of a value in `text`, as many as `wanted`. */
  rangesOf({ value, type }: IndexedValue, wanted: (range: TextRange) => boolean = () => true): readonly TextRange[] {
    const found: TextRange[] = [];
    for (const range of this.held.places(value, type)) {
      if (wanted(range)) found.push(range);
      if (found.length >= MAX_MARKS) break;
    }
    return found;
  }

  /** Converts positions in `text` to positions in the parts. */
  marks(ranges: readonly TextRange[]): readonly Mark[] {
    return ranges.map(({ start, end }) => {
      const made = this.partAt(start);
      const before = this.starts[made] ?? 0;
      return { made, start: start - before, end: end - before };
    });
  }

  private partAt(place: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
