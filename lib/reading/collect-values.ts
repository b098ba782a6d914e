import { asArray, type Json } from '../base/json';
import type { RecordSink } from './assemble-records';
import type { ReadHandlers } from './read-handlers';
import type { ReadNote } from './read-note';
import { MAX_TEXT_LENGTH } from './text-limits';

const SAMPLE_VALUES = 400;
const SAMPLE_LENGTH = 32_000_000;

type Waiting =
  | { readonly kind: 'value'; readonly value: Json; readonly line: number; readonly length: number }
  | { readonly kind: 'note'; readonly note: ReadNote };

/**
 * Buffers values until the shape of the input is known and there are enough for a sample, then passes them on. If the
 * receiver wants an array as one document, it collects the items.
 */
export class ValueCollector implements RecordSink {
  private waiting: Waiting[] | undefined = [];
  private waitingLength = 0;
  private items: Json[] | undefined;
  private itemsLength = 0;

  isArray = false;
  private isTurns = false;
  values = 0;
  notes = 0;
  /** The array is wanted as one document, but is too large. */
  isTooLarge = false;

  constructor(private readonly handlers: ReadHandlers) {}

  beginArray(): void {
    this.isArray = true;
  }

  /** The records that follow are turns of a chat. */
  beginTurns(): void {
    this.isTurns = true;
  }

  record(value: Json, line: number, length: number): void {
    this.values++;
    if (this.waiting === undefined) {
      this.hand(value, line, length);
      return;
    }
    this.waiting.push({ kind: 'value', value, line, length });
    this.waitingLength += length;
    if (this.values >= SAMPLE_VALUES || (this.values > 1 && this.waitingLength > SAMPLE_LENGTH)) {
      this.begin(this.waiting);
    }
  }

  note(note: ReadNote): void {
    this.notes++;
    if (this.waiting === undefined) this.handlers.note(note);
    else this.waiting.push({ kind: 'note', note });
  }

  end(): void {
    if (this.waiting !== undefined) this.beginAtEnd(this.waiting);
    if (this.items !== undefined) this.handlers.value(this.items, 1);
  }

  private beginAtEnd(waiting: readonly Waiting[]): void {
    const [only, ...others] = waiting.flatMap((entry) => (entry.kind === 'value' ? [entry] : []));
    const array = others.length === 0 && !this.isArray ? asArray(only?.value) : undefined;
    if (array === undefined) {
      if (only !== undefined) this.begin(waiting);
      return;
    }
    this.isArray = true;
    this.values = array.length;
    if (array.length === 0) return;
    this.begin([
      ...waiting.filter((entry) => entry.kind === 'note'),
      ...array.map((value, index) => ({ kind: 'value' as const, value, line: index + 1, length: 0 })),
    ]);
  }

  private begin(waiting: readonly Waiting[]): void {
    const sample = waiting.flatMap((entry) => (entry.kind === 'value' ? [entry.value] : [])).slice(0, SAMPLE_VALUES);
    const records = sample.length > 1 ? 'lines' : 'object';
    const shape = this.isArray ? 'array' : this.isTurns ? 'turns' : records;
    const wanted = this.handlers.begin({ shape, sample });
    if (shape === 'array' && wanted === 'document') this.items = [];
    this.waiting = undefined;
    for (const entry of waiting) {
      if (entry.kind === 'note') this.handlers.note(entry.note);
      else this.hand(entry.value, entry.line, entry.length);
    }
  }

  private hand(value: Json, line: number, length: number): void {
    if (this.items === undefined) {
      this.handlers.value(value, line);
      return;
    }
    this.itemsLength += length;
    if (this.itemsLength > MAX_TEXT_LENGTH) this.isTooLarge = true;
    else this.items.push(value);
  }
}
