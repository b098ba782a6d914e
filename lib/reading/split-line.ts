import { asObject, type Json, parseJson } from '../base/json';
import { ValueScanner } from './scan-value';

/**
 * What a line that is not one JSON value consists of.
 *
 *   value    `recovered`: found behind something that had to be dropped
 *   dropped  `cut`: a record that ends too early; `damaged`: one that is no valid JSON; `text`: no record at all
 *   end      the bracket that closes the array around the records
 */
export type LinePiece =
  | { readonly kind: 'value'; readonly value: Json; readonly length: number; readonly recovered: boolean }
  | { readonly kind: 'dropped'; readonly why: 'cut' | 'damaged' | 'text' }
  | { readonly kind: 'end' };

interface SplitLine {
  readonly pieces: readonly LinePiece[];
  /** From here on, the line is the start of a value that may continue on the next line. */
  readonly openFrom?: number;
}

interface SplitOptions {
  /** Items of an array: separated by commas, and of any kind. */
  readonly isInArray: boolean;
  /** The next line cannot continue this one. */
  readonly isAlone: boolean;
  readonly isKnown: (value: Json) => boolean;
}

/** Where a record can start; a lone brace within text is not one. */
const RECORD_START = /\{\s*["}]/g;
const JSON_START = /\{\s*["}]|\[\s*[{[]/y;

/**
 * Takes the good records out of a line:
 *
 *   {"a":1}{"b":2}              two records, glued
 *   {"a":"some te{"b":2}        one, behind a record that was cut off when its program was stopped
 *   {"a":"cut open" by hand}    none
 *
 * A good record behind something broken must reach to the end of the line or to another record. What stands inside a
 * broken record never does: the brackets around it follow.
 *
 * After an error the search goes on from the last token, not from the next bracket, so the effort stays in proportion
 * to the length of the line.
 */
export function splitLine(line: string, { isInArray, isAlone, isKnown }: SplitOptions): SplitLine {
  const text = line.trimEnd();
  const pieces: LinePiece[] = [];
  let isItem = isInArray;
  let at = 0;
  /** Nothing was dropped right before: what starts here is a record even if it does not reach a boundary. */
  let isTrusted = true;

  const drop = (why: 'cut' | 'damaged' | 'text', upTo: number) => {
    const last = pieces.at(-1);
    if (last?.kind !== 'dropped') pieces.push({ kind: 'dropped', why });
    at = upTo;
    isTrusted = false;
  };
  const keep = (value: Json, length: number, upTo: number) => {
    // If another record follows, this one was cut off, even if the cut looks like damage.
    const last = pieces.at(-1);
    if (last?.kind === 'dropped' && last.why === 'damaged') pieces[pieces.length - 1] = { kind: 'dropped', why: 'cut' };
    pieces.push({ kind: 'value', value, length, recovered: !isTrusted });
    at = upTo;
    isTrusted = true;
  };
  /** By grammar a value inside the broken record, but by its shape a separate one. */
  const keepSwallowed = (scanner: ValueScanner): boolean => {
    const { closedFrom, closedTo } = scanner;
    if (closedFrom <= at || text.slice(closedTo, scanner.position).trim() !== '') return false;
    const swallowed = parseJson(text.slice(closedFrom, closedTo));
    if (!swallowed.ok || !isKnown(swallowed.value)) return false;
    drop('cut', closedFrom);
    keep(swallowed.value, closedTo - closedFrom, closedTo);
    return true;
  };

  for (;;) {
    at = skipSeparators(text, at);
    const first = text[at];
    if (first === undefined) return { pieces };
    if (isItem && isTrusted && first === ']') {
      pieces.push({ kind: 'end' });
      isItem = false;
      at++;
      continue;
    }
    if (first !== '{' && !(isTrusted && (isItem || first === '['))) {
      drop('text', nextRecord(text, at));
      continue;
    }
    const scanner = new ValueScanner();
    const outcome = scanner.scan(text, at);
    if (outcome === 'complete') {
      const end = scanner.position;
      const parsed = parseJson(text.slice(at, end));
      if (!parsed.ok) drop('damaged', end);
      else if (isRecord(parsed.value, { isItem, isTrusted, follows: text.slice(end, end + 80) })) {
        keep(parsed.value, end - at, end);
      } else drop('text', end);
      continue;
    }
    if (outcome === 'open') {
      if (isTrusted && !isAlone) return { pieces, openFrom: at };
      if (!keepSwallowed(scanner)) drop('cut', text.length);
      continue;
    }
    if (text[scanner.position] === '{' && keepSwallowed(scanner)) continue;
    const isCut = scanner.endsInToken || text[scanner.position] === '{';
    const why = isCut ? 'cut' : beginsLikeJson(text, at) ? 'damaged' : 'text';
    drop(why, nextRecord(text, Math.max(at + 1, scanner.tokenStart)));
  }
}

interface Surroundings {
  readonly isItem: boolean;
  readonly isTrusted: boolean;
  readonly follows: string;
}

function isRecord(value: Json, { isItem, isTrusted, follows }: Surroundings): boolean {
  const object = asObject(value);
  if (isTrusted && (isItem || object !== undefined)) return true;
  const reachesBoundary = /^\s*(?:$|[{[])/.test(follows);
  if (isTrusted) return Array.isArray(value) && reachesBoundary;
  return object !== undefined && Object.keys(object).length > 0 && reachesBoundary;
}

function beginsLikeJson(text: string, at: number): boolean {
  JSON_START.lastIndex = at;
  return JSON_START.test(text);
}

function skipSeparators(text: string, from: number): number {
  let at = from;
  for (;;) {
    const character = text[at];
    if (character !== ',' && (character === undefined || character.trim() !== '')) return at;
    at++;
  }
}

function nextRecord(text: string, from: number): number {
  RECORD_START.lastIndex = from;
  return RECORD_START.exec(text)?.index ?? text.length;
}
