import { assertNever } from '../base/assert-never';
import { asArray, asObject, type Json, parseJson } from '../base/json';
import { noticed, type ReadNote, repaired, skipped } from './read-note';
import { RecordShapes } from './record-shapes';
import { ValueScanner } from './scan-value';
import { type LinePiece, splitLine } from './split-line';
import { MAX_TEXT_LENGTH } from './text-limits';

export interface RecordSink {
  /** The records that follow are items of an array. */
  beginArray(): void;
  /** `length`: of its text. `line`: position in the array, if the records are in one. */
  record(value: Json, line: number, length: number): void;
  note(note: ReadNote): void;
}

export type Dropped = 'cut' | 'damaged' | 'text' | 'scalar';

interface Line {
  readonly text: string;
  readonly line: number;
  /** No line break follows: the text ends here. */
  readonly isUnfinished: boolean;
}

/** A value that did not end on the line it started on. */
interface OpenRecord {
  readonly scanner: ValueScanner;
  readonly lines: Line[];
  length: number;
}

/**
 * Lines to records.
 *
 * Usually each line is one record and costs one `JSON.parse`. Other lines are split (`splitLine`). If a line ends where
 * JSON may continue, the following lines are tried as its continuation, so that pretty-printed objects are read, in
 * sequence or as items of an array. As soon as that fails, the first line is dropped and the others are processed again
 * as separate lines.
 */
export class RecordAssembler {
  private readonly shapes = new RecordShapes();
  private readonly again: Line[] = [];
  private open: OpenRecord | undefined;
  /** The records are in an array that was opened on an earlier line. */
  private isArray = false;
  private isInArray = false;
  private position = 0;
  /** Lines indented deeper than this are inside a record that was dropped. */
  private droppedIndent: number | undefined;
  private lengthRead = 0;
  private lengthReadAgain = 0;
  private records = 0;

  firstDropped: Dropped | undefined;
  /** The input starts with one value that is too large to parse. */
  isTooLarge = false;

  constructor(private readonly sink: RecordSink) {}

  add(text: string, line: number, isUnfinished: boolean): void {
    this.lengthRead += text.length;
    this.take({ text, line, isUnfinished });
    this.takeAgain();
  }

  end(): void {
    while (this.open !== undefined) {
      this.giveUp(this.open, true);
      this.takeAgain();
    }
    if (this.isInArray) this.sink.note({ kind: 'repaired', line: 0, what: repaired.openArray });
  }

  private takeAgain(): void {
    for (let line = this.again.pop(); line !== undefined; line = this.again.pop()) this.take(line);
  }

  private take(line: Line): void {
    if (this.open === undefined) this.begin(line);
    else this.goOn(this.open, line);
  }

  private begin(line: Line): void {
    const { text } = line;
    if (text === '' || text === '\r') return;
    const parsed = parseJson(this.isInArray ? withoutComma(text) : text);
    if (parsed.ok) this.takeWhole(parsed.value, line);
    else this.takeOther(line);
  }

  private takeWhole(value: Json, line: Line): void {
    if (this.isInside(line.text) && !this.shapes.knows(value)) return;
    this.droppedIndent = undefined;
    if (this.isInArray || asObject(value) !== undefined || asArray(value) !== undefined) {
      this.give(value, line, line.text.length);
    } else {
      this.drop('scalar', line, skipped.scalar);
    }
  }

  private takeOther(line: Line): void {
    const trimmed = line.text.trim();
    if (trimmed === '') return;
    if (isComment(trimmed)) {
      this.sink.note({ kind: 'skipped', line: this.placeOf(line), what: skipped.comment });
    } else if (/^(?:```|~~~)/.test(trimmed)) {
      this.sink.note({ kind: 'noticed', line: this.placeOf(line), what: noticed.fence });
    } else if (this.isInside(line.text) || this.isEndOfDropped(trimmed)) {
      return;
    } else if (this.records === 0 && !this.isArray && opensArray(trimmed)) {
      this.isArray = true;
      this.isInArray = true;
      this.sink.beginArray();
      this.begin({ ...line, text: trimmed.slice(1) });
    } else {
      this.droppedIndent = undefined;
      this.takeApart(line, !this.mayLookAgain());
    }
  }

  /** `manyLines`: the dropped text includes later lines. */
  private takeApart(line: Line, isAlone: boolean, manyLines = false): void {
    const { pieces, openFrom } = splitLine(line.text, {
      isInArray: this.isInArray,
      isAlone,
      isKnown: (value) => this.shapes.knows(value),
    });
    const values = pieces.filter((piece) => piece.kind === 'value').length + (openFrom === undefined ? 0 : 1);
    if (values > 1 && !this.isInArray) this.sink.note({ kind: 'repaired', line: line.line, what: repaired.glued });
    for (const piece of pieces) this.takePiece(piece, line, manyLines);
    if (openFrom === undefined) return;
    this.open = { scanner: new ValueScanner(), lines: [], length: 0 };
    const indent = ' '.repeat(Math.min(openFrom, indentOf(line.text)));
    this.goOn(this.open, { ...line, text: indent + line.text.slice(openFrom) });
  }

  private takePiece(piece: LinePiece, line: Line, manyLines: boolean): void {
    switch (piece.kind) {
      case 'value':
        if (piece.recovered) this.sink.note({ kind: 'repaired', line: this.nextPlace(line), what: repaired.behindCut });
        this.give(piece.value, line, piece.length);
        break;
      case 'dropped':
        this.drop(piece.why, line, manyLines ? skipped.manyLines : sentenceFor(piece.why, line.isUnfinished));
        break;
      case 'end':
        this.isInArray = false;
        break;
      default:
        assertNever(piece);
    }
  }

  private goOn(open: OpenRecord, line: Line): void {
    const trimmed = line.text.trim();
    if (trimmed === '') return;
    if (open.lines.length > 0 && isComment(trimmed)) {
      this.sink.note({ kind: 'skipped', line: this.placeOf(line), what: skipped.comment });
      return;
    }
    open.lines.push(line);
    open.length += line.text.length + 1;
    if (open.length > MAX_TEXT_LENGTH) {
      this.giveUpTooLarge(open);
      return;
    }
    switch (open.scanner.scan(line.text, 0)) {
      case 'open':
        break;
      case 'broken':
        this.giveUp(open, false);
        break;
      case 'complete':
        this.complete(open, line);
        break;
    }
  }

  private complete(open: OpenRecord, line: Line): void {
    const end = open.scanner.position;
    const [first = line, ...others] = open.lines;
    const texts = [first, ...others].map(({ text }) => text);
    texts[texts.length - 1] = line.text.slice(0, end);
    const parsed = parseJson(texts.join('\n'));
    if (!parsed.ok) {
      this.giveUp(open, false);
      return;
    }
    this.open = undefined;
    this.give(parsed.value, first, open.length);
    const rest = line.text.slice(end);
    if (!/^[\s,]*$/.test(rest)) this.begin({ ...line, text: rest });
  }

  /** Drops the first line, except what can be recovered from it. The others are processed again. */
  private giveUp(open: OpenRecord, isAtEnd: boolean): void {
    this.open = undefined;
    const [first, ...others] = open.lines;
    if (first === undefined) return;
    const indent = indentOf(first.text);
    const next = others.findIndex(({ text }) => indentOf(text) <= indent);
    const isLast = isAtEnd && others.length === 0;
    this.takeApart(isLast ? { ...first, isUnfinished: true } : first, true, others.length > 0 && next !== 0);
    if (others.length > 0) this.droppedIndent = indent;
    if (next < 0) return;
    for (const line of others.slice(next).reverse()) {
      this.again.push(line);
      this.lengthReadAgain += line.text.length;
    }
  }

  private giveUpTooLarge(open: OpenRecord): void {
    this.open = undefined;
    const [first] = open.lines;
    if (first === undefined) return;
    this.isTooLarge ||= this.records === 0;
    this.droppedIndent = indentOf(first.text);
    this.drop('damaged', first, skipped.manyLines);
  }

  /** Lines that each start a value and never end one would be read again for each of them. */
  private mayLookAgain(): boolean {
    return this.lengthReadAgain < 4 * this.lengthRead + 1_000_000;
  }

  /** Within a dropped record of several lines. */
  private isInside(text: string): boolean {
    return this.droppedIndent !== undefined && indentOf(text) > this.droppedIndent;
  }

  private isEndOfDropped(trimmed: string): boolean {
    const endsArray = this.isInArray && trimmed === ']';
    return this.droppedIndent !== undefined && !endsArray && /^[\]},\s]+$/.test(trimmed);
  }

  private give(value: Json, line: Line, length: number): void {
    this.records++;
    this.shapes.learn(value);
    this.sink.record(value, this.nextPlace(line), length);
    if (this.isArray) this.position++;
  }

  private drop(why: Dropped, line: Line, what: string): void {
    this.firstDropped ??= why;
    this.sink.note({ kind: 'skipped', line: this.nextPlace(line), what });
    if (this.isArray) this.position++;
  }

  private placeOf(line: Line): number {
    return this.isArray ? Math.max(1, this.position) : line.line;
  }

  private nextPlace(line: Line): number {
    return this.isArray ? this.position + 1 : line.line;
  }
}

function sentenceFor(why: Dropped, isUnfinished: boolean): string {
  switch (why) {
    case 'cut':
      return isUnfinished ? skipped.cutOffAtEnd : skipped.cutOff;
    case 'damaged':
      return skipped.damaged;
    case 'text':
      return skipped.text;
    case 'scalar':
      return skipped.scalar;
    default:
      return assertNever(why);
  }
}

function isComment(trimmed: string): boolean {
  return trimmed.startsWith('//') || trimmed.startsWith('#');
}

/** An array whose items follow, not text that happens to start with a bracket. */
function opensArray(trimmed: string): boolean {
  if (!trimmed.startsWith('[')) return false;
  const outcome = new ValueScanner().scan(trimmed, 0);
  return outcome === 'open' || (outcome === 'broken' && /^\[\s*[{[]/.test(trimmed));
}

function withoutComma(text: string): string {
  const end = text.trimEnd();
  return end.endsWith(',') ? end.slice(0, -1) : end;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
