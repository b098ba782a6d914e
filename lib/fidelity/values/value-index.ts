import { commandOf, toolUse } from '../../transcript/tool-use';
import type { Message, Part, Role } from '../../transcript/transcript';
import { partTexts } from '../text/part-texts';
import type { ExactValueType } from './classify-word';
import { exactValues } from './exact-values';
import { KnownWords } from './known-words';
import { SessionPaths } from './session-paths';

/** A part of a recording, by the index of its message. */
export interface PartPlace {
  readonly message: number;
  readonly part: number;
}

/** An exact value, and all its occurrences in the recording. */
export interface IndexedValue {
  /** That of its first occurrence. */
  readonly type: ExactValueType;
  readonly value: string;
  /** Parts, numbered over all messages, in ascending order. */
  readonly rows: readonly number[];
}

interface Growing extends IndexedValue {
  readonly rows: number[];
}

/** Characters that take a few milliseconds. */
const CHARACTERS_BETWEEN_PAUSES = 100_000;
const LONGEST_COMMAND = 300;

/** [K1] [K2] The exact values of a recording. Built once: it takes as long as reading everything. */
export class ValueIndex {
  private readonly values = new Map<string, Growing>();
  /** What they hold in this recording. */
  readonly words: KnownWords;
  /** For each row. */
  private readonly found: (readonly Growing[])[] = [];
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
    eachValue(part, this.words, (type, value) => {
      if (!values.has(value)) values.set(value, this.values.get(value) ?? { type, value, rows: [] });
    });
    return [...values.values()];
  }

  value(text: string): IndexedValue | undefined {
    return this.values.get(text);
  }

  private add(message: number, part: Part): number {
    const row = this.found.length;
    const found: Growing[] = [];
    const add = (type: ExactValueType, value: string) => {
      const known = this.values.get(value);
      if (known?.rows.at(-1) === row) return;
      const growing = known ?? { type, value, rows: [row] };
      if (known === undefined) this.values.set(value, growing);
      else known.rows.push(row);
      found.push(growing);
    };
    const characters = eachValue(part, this.words, add);
    this.found.push(found);
    this.messageOf.push(message);
    return characters;
  }
}

/** A value may be added again. Returns the number of characters processed. */
function eachValue(part: Part, words: KnownWords, found: (type: ExactValueType, value: string) => void): number {
  const command = part.kind === 'tool-call' && toolUse(part) === 'shell' ? commandOf(part.input)?.trim() : undefined;
  if (command !== undefined && command.length <= LONGEST_COMMAND && /^\S[^\n]*$/.test(command)) {
    for (const each of [command, ...command.split(/\s*(?:&&|\|\||;)\s*/)]) if (each !== '') found('command', each);
  }
  let characters = 0;
  for (const text of partTexts(part)) {
    characters += text.length;
    for (const { type, value } of exactValues(text, words)) found(type, value);
  }
  return characters;
}
