import { partTexts } from '../text/part-texts';
import type { TextRange } from '../text/text-range';
import { bareLists } from './bare-lists';
import type { Cut } from './cut';
import { isNamedAt, lastStep, namesInText } from './file-names';
import { SearchedText } from './held-text';
import type { KnownWords } from './known-words';
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
  private readonly words: KnownWords;
  private lists: readonly TextRange[] | undefined;

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
    this.words = index.words;
  }

  holds(value: IndexedValue): boolean {
    return this.holding(value) === 'yes';
  }

  /** `listed`: only in a bare list of many values. */
  holding(value: IndexedValue): 'yes' | 'listed' | 'no' {
    if (this.staysWith(value)) return 'yes';
    let isListed = false;
    for (const { start } of this.placesOf(value)) {
      if (!this.bareLists.some((list) => list.start <= start && start < list.end)) return 'yes';
      isListed = true;
    }
    return isListed ? 'listed' : 'no';
  }

  /** Every occurrence of any of its names. */
  private *placesOf(value: IndexedValue): Generator<TextRange> {
    if (value.type !== 'path') {
      if (this.held.mayHave(value.value)) yield* this.held.places(value.value, value.type);
      return;
    }
    if (!this.held.mayHave(lastStep(value.value))) return;
    for (const name of namesInText(value)) {
      for (const range of this.held.places(name.text, 'path')) {
        if (isNamedAt(this.text, range.start, name)) yield range;
      }
    }
  }

  private get bareLists(): readonly TextRange[] {
    this.lists ??= bareLists(this.text, this.words);
    return this.lists;
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

  /** The same, for every name of it, the longest where they overlap. */
  rangesOfNames(value: IndexedValue): readonly TextRange[] {
    const found: TextRange[] = [];
    for (const range of this.placesOf(value)) {
      if (!found.some(({ start, end }) => range.start < end && start < range.end)) found.push(range);
      if (found.length >= MAX_MARKS) break;
    }
    return found.sort((a, b) => a.start - b.start);
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
