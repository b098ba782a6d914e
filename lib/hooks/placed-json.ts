import type { Json } from '../base/json';
import { fail, ok, type Result } from '../base/result';

export interface PlacedJson {
  readonly value: Json;
  /** From 1: of the value at these keys, or of the nearest one around it. */
  lineOf(keys: readonly (string | number)[]): number;
}

export interface JsonError {
  /** From 1. */
  readonly line: number;
  readonly what: string;
}

const DEEPEST = 60;

/** JSON with the line of each value, so that an error in it can be shown where it is. `JSON.parse` knows no lines. */
export function placedJson(text: string): Result<PlacedJson, JsonError> {
  const reader = new Reader(text);
  try {
    const value = reader.document();
    const { lines } = reader;
    return ok({ value, lineOf: (keys) => nearest(lines, keys) });
  } catch (error) {
    if (error instanceof Misplaced) return fail({ line: reader.line, what: error.message });
    throw error;
  }
}

class Misplaced extends Error {}

function nearest(lines: ReadonlyMap<string, number>, keys: readonly (string | number)[]): number {
  for (let length = keys.length; length >= 0; length--) {
    const line = lines.get(JSON.stringify(keys.slice(0, length)));
    if (line !== undefined) return line;
  }
  return 1;
}

class Reader {
  readonly lines = new Map<string, number>();
  private at = 0;

  constructor(private readonly text: string) {}

  get line(): number {
    let line = 1;
    for (let place = 0; place < Math.min(this.at, this.text.length); place++) if (this.text[place] === '\n') line += 1;
    return line;
  }

  document(): Json {
    const value = this.value([]);
    this.space();
    if (this.at < this.text.length) throw new Misplaced(`${this.next} after the end`);
    return value;
  }

  private get next(): string {
    const char = this.text.codePointAt(this.at);
    return char === undefined ? 'the end of the text' : JSON.stringify(String.fromCodePoint(char));
  }

  private space(): void {
    while (' \t\r\n'.includes(this.text.charAt(this.at) || 'x')) this.at += 1;
    if (this.text.startsWith('//', this.at) || this.text.startsWith('/*', this.at)) {
      throw new Misplaced('JSON has no comments');
    }
  }

  private value(keys: readonly (string | number)[]): Json {
    this.space();
    if (!this.lines.has(JSON.stringify(keys))) this.lines.set(JSON.stringify(keys), this.line);
    if (keys.length > DEEPEST) throw new Misplaced(`nested more than ${DEEPEST} deep`);
    const char = this.text.charAt(this.at);
    if (char === '{') return this.object(keys);
    if (char === '[') return this.list(keys);
    if (char === '"') return this.string();
    const plain = /[-+.\w]+/y;
    plain.lastIndex = this.at;
    const [word] = plain.exec(this.text) ?? [];
    if (word === undefined) throw new Misplaced(`expected a value, but found ${this.next}`);
    try {
      const value = JSON.parse(word) as Json;
      this.at += word.length;
      return value;
    } catch {
      throw new Misplaced(`${JSON.stringify(word.slice(0, 40))} is no JSON value`);
    }
  }

  private object(keys: readonly (string | number)[]): Json {
    const entries = new Map<string, Json>();
    this.at += 1;
    for (this.space(); this.text.charAt(this.at) !== '}'; this.space()) {
      if (entries.size > 0) this.comma('}');
      if (this.text.charAt(this.at) !== '"') throw new Misplaced(`expected a name in quotes, but found ${this.next}`);
      const { line } = this;
      const key = this.string();
      if (entries.has(key)) throw new Misplaced(`${JSON.stringify(key)} appears twice`);
      this.lines.set(JSON.stringify([...keys, key]), line);
      this.space();
      if (this.text.charAt(this.at) !== ':') {
        throw new Misplaced(`expected ":" after ${JSON.stringify(key)}, but found ${this.next}`);
      }
      this.at += 1;
      entries.set(key, this.value([...keys, key]));
    }
    this.at += 1;
    return Object.fromEntries(entries);
  }

  private list(keys: readonly (string | number)[]): Json {
    const items: Json[] = [];
    this.at += 1;
    for (this.space(); this.text.charAt(this.at) !== ']'; this.space()) {
      if (items.length > 0) this.comma(']');
      items.push(this.value([...keys, items.length]));
    }
    this.at += 1;
    return items;
  }

  private comma(end: string): void {
    if (this.text.charAt(this.at) !== ',') throw new Misplaced(`expected "," or "${end}", but found ${this.next}`);
    this.at += 1;
    this.space();
    if (this.text.charAt(this.at) === end) throw new Misplaced(`a comma before "${end}"`);
  }

  private string(): string {
    const quoted = /"(?:[^"\\\n]|\\.)*"/y;
    quoted.lastIndex = this.at;
    const [found] = quoted.exec(this.text) ?? [];
    if (found === undefined) throw new Misplaced('a text without its closing quote');
    try {
      const value = JSON.parse(found) as string;
      this.at += found.length;
      return value;
    } catch {
      throw new Misplaced(`${found.slice(0, 40)} has an invalid character or escape`);
    }
  }
}
