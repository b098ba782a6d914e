import { commandOf, toolUse } from '../../transcript/tool-use';
import type { Message, Part, Role } from '../../transcript/transcript';
import { partTexts } from '../text/part-texts';
import type { ExactValueType } from './classify-word';
import { commandsIn } from './commands-in';
import { exactValues } from './exact-values';
import { sameFiles, withoutLine } from './file-names';
import { KnownWords } from './known-words';
import { SessionPaths } from './session-paths';

/** A part of a recording, by the index of its message. */
export interface PartPlace {
  readonly message: number;
  readonly part: number;
}

/** An exact value, and all its occurrences in the recording. */
export interface IndexedValue {
  /** That of its first occurrence; a command if it was ever run. */
  readonly type: ExactValueType;
  /** Of several names of one file, the longest. */
  readonly value: string;
  /** All of them, if there are several. */
  readonly names?: readonly string[];
  /** Parts, numbered over all messages, in ascending order. */
  readonly rows: readonly number[];
}

interface Growing extends IndexedValue {
  type: ExactValueType;
  readonly rows: number[];
}

/** Characters that take a few milliseconds. */
const CHARACTERS_BETWEEN_PAUSES = 100_000;

/** [K1] [K2] The exact values of a recording. Built once: it takes as long as reading everything. */
export class ValueIndex {
  private readonly values = new Map<string, Growing>();
  /** Values with several names, by each of them. */
  private readonly named = new Map<string, IndexedValue>();
  /** By row, 1 for a command line. */
  private readonly commandRows: number[] = [];
  /** What they hold in this recording. */
  readonly words: KnownWords;
  /** For each row. */
  private readonly found: (readonly IndexedValue[])[] = [];
  private readonly messageOf: number[] = [];
  private readonly firstRow: number[] = [];

  private constructor(readonly messages: readonly Message[]) {
    this.words = new KnownWords(new SessionPaths(messages));
  }

  /** Yields now and then, so that other work can run. */
  static *of(messages: readonly Message[]): Generator<undefined, ValueIndex> {
    const index = new ValueIndex(messages);
    let characters = 0;
    for (const [message, { parts }] of messages.entries()) {
      index.firstRow.push(index.found.length);
      for (const part of parts) {
        characters += index.add(message, part);
        if (characters < CHARACTERS_BETWEEN_PAUSES) continue;
        characters = 0;
        yield;
      }
    }
    index.joinNames();
    return index;
  }

  /** The first row from this message on. */
  rowFrom(message: number): number {
    return this.firstRow[message] ?? this.found.length;
  }

  rowOf({ message, part }: PartPlace): number {
    return this.rowFrom(message) + part;
  }

  placeOf(row: number): PartPlace {
    const message = this.messageOf[row] ?? 0;
    return { message, part: row - this.rowFrom(message) };
  }

  roleAt({ message }: PartPlace): Role | undefined {
    return this.messages[message]?.role;
  }

  valuesAt(place: PartPlace): readonly IndexedValue[] {
    return this.found[this.rowOf(place)] ?? [];
  }

  /** For a part that is not in the recording. Its values may be. */
  valuesIn(part: Part): readonly IndexedValue[] {
    const values = new Map<string, IndexedValue>();
    eachValue(part, this.words, (type, text) => {
      const value = this.value(text) ?? { type, value: text, rows: [] };
      if (!values.has(value.value)) values.set(value.value, value);
    });
    return [...values.values()];
  }

  value(text: string): IndexedValue | undefined {
    return this.named.get(text) ?? this.values.get(text);
  }

  /** The agent ran a command in this row. */
  isCommandAt(row: number): boolean {
    return this.commandRows[row] === 1;
  }

  /** Relative and absolute names of one file become one value. Only known at the end: a later path may end the same. */
  private joinNames(): void {
    const paths = [...this.values.values()].filter(({ type }) => type === 'path');
    const changed = new Set<number>();
    for (const group of sameFiles(paths)) {
      const [longest] = group;
      if (longest === undefined) continue;
      const rows = [...new Set(group.flatMap((each) => each.rows))].sort((a, b) => a - b);
      const names = [...new Set(group.map(({ value }) => withoutLine(value)))];
      const joined: IndexedValue = {
        type: 'path',
        value: withoutLine(longest.value).replace(/^\.\//, ''),
        names,
        rows,
      };
      for (const value of [joined.value, ...names, ...group.map((each) => each.value)]) this.named.set(value, joined);
      for (const row of rows) changed.add(row);
    }
    for (const row of changed) {
      const values = this.found[row]?.map((value) => this.named.get(value.value) ?? value) ?? [];
      this.found[row] = [...new Set(values)];
    }
  }

  private add(message: number, part: Part): number {
    const row = this.found.length;
    const found: Growing[] = [];
    const add = (type: ExactValueType, value: string) => {
      const known = this.values.get(value);
      if (known !== undefined && type === 'command') known.type = type;
      if (known?.rows.at(-1) === row) return;
      const growing = known ?? { type, value, rows: [row] };
      if (known === undefined) this.values.set(value, growing);
      else known.rows.push(row);
      found.push(growing);
    };
    const characters = eachValue(part, this.words, add);
    this.commandRows.push(commandLineOf(part) === undefined ? 0 : 1);
    this.found.push(found);
    this.messageOf.push(message);
    return characters;
  }
}

/** A value may be added again. Returns the number of characters processed. */
function eachValue(part: Part, words: KnownWords, found: (type: ExactValueType, value: string) => void): number {
  const line = commandLineOf(part);
  if (line !== undefined) for (const command of commandsIn(line)) found('command', command);
  let characters = 0;
  for (const text of partTexts(part)) {
    characters += text.length;
    for (const { type, value } of exactValues(text, words)) found(type, value);
  }
  return characters;
}

function commandLineOf(part: Part): string | undefined {
  return part.kind === 'tool-call' && toolUse(part) === 'shell' ? commandOf(part.input) : undefined;
}
