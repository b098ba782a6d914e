import type { Json } from '../base/json';
import { shown } from '../base/shown';
import { betweenCommas } from '../instructions/front-matter';

export interface Field {
  readonly value: Json;
  /** Of the file, from 1. */
  readonly line: number;
}

export interface LineProblem {
  readonly line: number;
  readonly what: string;
}

export interface FrontMatterFields {
  readonly fields: ReadonlyMap<string, Field>;
  readonly body: string;
  /** Missing if it was read whole. */
  readonly problem?: LineProblem;
}

const FENCE = /^---[ \t]*$/;
const MOST_LINES = 1_000;
const DEEPEST = 20;
const KEY = /^(?:([A-Za-z_][\w.-]*)|"([^"]+)"|'([^']+)')\s*:(?:\s+(?!\s)(.*))?$/;

/**
 * The part of YAML that front matter is written in: names with values of one line, texts of several (`|`, `>`), lists, and
 * names within names. The first line that is none of these is the problem.
 */
export function frontMatterFields(source: string): FrontMatterFields {
  const lines = source.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (!FENCE.test(lines[0] ?? '')) {
    return wrong(source, { line: 1, what: 'it does not start with front matter: the first line must be ---' });
  }
  const end = lines.findIndex((line, at) => at > 0 && FENCE.test(line));
  if (end === -1 || end > MOST_LINES) {
    return wrong('', { line: 1, what: 'its front matter has no end: a line with --- is missing' });
  }
  const body = lines
    .slice(end + 1)
    .join('\n')
    .trim();
  try {
    return { fields: new FieldReader(lines.slice(1, end)).fields(), body };
  } catch (error) {
    if (error instanceof Unreadable) return wrong(body, { line: error.line, what: error.message });
    throw error;
  }
}

function wrong(body: string, problem: LineProblem): FrontMatterFields {
  return { fields: new Map(), body, problem };
}

class Unreadable extends Error {
  constructor(
    readonly line: number,
    what: string,
  ) {
    super(what);
  }
}

class FieldReader {
  private at = 0;
  private depth = 0;

  constructor(private readonly lines: string[]) {}

  fields(): ReadonlyMap<string, Field> {
    const fields = new Map<string, Field>();
    this.named(0, (key, value, line) => {
      if (fields.has(key)) throw new Unreadable(line, `${shown(key)} is there twice`);
      fields.set(key, { value, line });
    });
    if (this.skipBlank()) throw this.noField();
    return fields;
  }

  private named(indent: number, add: (key: string, value: Json, line: number) => void): void {
    while (this.skipBlank() && this.indent() === indent) {
      const line = this.fileLine();
      const [, plain, double, single, rest = ''] = KEY.exec(this.text()) ?? [];
      const key = plain ?? double ?? single;
      if (key === undefined) throw this.noField();
      this.at += 1;
      add(key, this.valueAfter(rest.trim(), indent, line), line);
    }
  }

  private valueAfter(rest: string, indent: number, line: number): Json {
    if (/^[|>][+-]?$/.test(rest)) return this.block(indent, rest.startsWith('>'));
    if (rest === '' || rest.startsWith('# ')) return this.nested(indent);
    return scalar(this.continued(rest, indent), line);
  }

  private nested(indent: number): Json {
    if (!this.skipBlank()) return null;
    const next = this.indent();
    const isList = /^-(?:\s|$)/.test(this.text());
    if (next < indent || (next === indent && !isList)) return null;
    this.depth += 1;
    if (this.depth > DEEPEST) throw new Unreadable(this.fileLine(), `it is nested deeper than ${DEEPEST} levels`);
    const value = isList ? this.list(next) : this.map(next);
    this.depth -= 1;
    return value;
  }

  private map(indent: number): Json {
    const entries: [string, Json][] = [];
    this.named(indent, (key, value) => entries.push([key, value]));
    return Object.fromEntries(entries);
  }

  private list(indent: number): Json {
    const items: Json[] = [];
    while (this.skipBlank() && this.indent() === indent) {
      const line = this.fileLine();
      const [, gap, rest] = /^-(\s+(?!\s)|$)(.*)$/.exec(this.text()) ?? [];
      if (gap === undefined || rest === undefined) break;
      if (rest !== '' && KEY.test(rest)) {
        // A name behind the hyphen begins a group, whose other names stand below it.
        const inner = indent + 1 + gap.length;
        this.lines[this.at] = ' '.repeat(inner) + rest;
        items.push(this.map(inner));
      } else {
        this.at += 1;
        items.push(rest === '' ? this.nested(indent + 1) : scalar(this.continued(rest, indent), line));
      }
    }
    return items;
  }

  /** A value may go on in lines that are indented deeper. */
  private continued(first: string, indent: number): string {
    const words = [first];
    while (this.at < this.lines.length && this.skipBlank() && this.indent() > indent) {
      words.push(this.text());
      this.at += 1;
    }
    return words.join(' ');
  }

  private block(indent: number, isFolded: boolean): string {
    const taken: string[] = [];
    while (this.at < this.lines.length) {
      const line = this.lines[this.at] ?? '';
      if (line.trim() !== '' && indentOf(line) <= indent) break;
      taken.push(line);
      this.at += 1;
    }
    const least = Math.min(...taken.filter((line) => line.trim() !== '').map(indentOf));
    const text = taken
      .map((line) => line.slice(least).trimEnd())
      .join('\n')
      .trim();
    return isFolded ? text.replace(/(?<!\n)\n(?!\n)/g, ' ').replaceAll('\n\n', '\n') : text;
  }

  /** Whether there is more. */
  private skipBlank(): boolean {
    while (this.at < this.lines.length && /^\s*(?:#|$)/.test(this.lines[this.at] ?? '')) this.at += 1;
    return this.at < this.lines.length;
  }

  private text(): string {
    return (this.lines[this.at] ?? '').trim();
  }

  private indent(): number {
    const line = this.lines[this.at] ?? '';
    if (/^ *\t/.test(line)) throw new Unreadable(this.fileLine(), 'it is indented with a tab: use spaces');
    return indentOf(line);
  }

  private fileLine(): number {
    return this.at + 2;
  }

  private noField(): Unreadable {
    return new Unreadable(this.fileLine(), `it is ${shown(this.text())}, but must be a name, a colon and a value`);
  }
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function scalar(written: string, line: number): Json {
  const first = written.charAt(0);
  if (first === '"' || first === "'") return quoted(written, line);
  const text = written.replace(/(?<!\s)\s+#\s[\s\S]*$/, '');
  if (first === '[') {
    if (!text.endsWith(']')) throw new Unreadable(line, 'a bracket is missing: a list ends with ]');
    return betweenCommas(text.slice(1, -1), '([{', ')]}').map((item) => scalar(item, line));
  }
  if (first === '{') return jsonOf(text, line);
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null' || text === '~') return null;
  return /^-?\d{1,15}(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

function quoted(written: string, line: number): string {
  const isSingle = written.startsWith("'");
  const [, inside] =
    (isSingle ? /^'((?:[^']|'')*)'(?:\s+#.*)?$/ : /^"((?:[^"\\]|\\.)*)"(?:\s+#.*)?$/).exec(written) ?? [];
  if (inside === undefined) throw new Unreadable(line, 'a quotation mark is missing');
  if (isSingle) return inside.replaceAll("''", "'");
  return inside.replace(/\\(.)/g, (_, character: string) =>
    character === 'n' ? '\n' : character === 't' ? '\t' : character,
  );
}

function jsonOf(text: string, line: number): Json {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    throw new Unreadable(line, 'braces contain JSON, with names in quotation marks: this is none');
  }
}
