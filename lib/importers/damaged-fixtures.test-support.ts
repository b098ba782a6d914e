import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { asArray, asObject, asText, type Json, parseJson } from '../base/json';
import { mutation } from '../reading/damaged-text.test-support';
import { inPieces, sourceOf } from '../reading/read-for-test';
import type { FormatId } from '../transcript/formats';
import type { Transcript } from '../transcript/transcript';
import { importFile } from './import-file';
import { importers } from './index';
import { expectSound } from './sound-transcript.test-support';

const FIXTURES = join(import.meta.dirname, 'fixtures');

export interface Fixture {
  readonly name: string;
  /** One for a file that is a single document. */
  readonly lines: readonly string[];
}

/** Of every importer of the table: `fixtures.test.ts` fails for one without. */
export const fixturesByFormat = importers.map(({ format }) => [format, fixturesOf(format)] as const);

function fixturesOf(format: FormatId): readonly Fixture[] {
  const folder = join(FIXTURES, format);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /\.input\.jsonl?$/.test(name)) : [];
  return names.map((name) => {
    const text = readFileSync(join(folder, name), 'utf8').trimEnd();
    return { name, lines: name.endsWith('.jsonl') ? text.split('\n') : [text] };
  });
}

export interface Imported {
  readonly format: FormatId | undefined;
  /** Everything that came out, as one text. */
  readonly out: string;
  readonly warnings: ReadonlySet<string>;
  readonly transcripts: readonly Transcript[];
}

/** Whatever the file, it is imported as a sound transcript, or two sentences say why not. */
export async function imported(bytes: Uint8Array, pieceSize = 4_000): Promise<Imported> {
  const read = await importFile(sourceOf(...inPieces(bytes, pieceSize)));
  if (!read.ok) {
    const { problem, recognition } = read.error;
    assert.ok(problem !== undefined && problem.what !== '' && problem.advice !== '', 'a failure says what to do');
    return { format: recognition?.format, out: '', warnings: new Set(), transcripts: [] };
  }
  const { transcripts, recognition } = read.value;
  transcripts.forEach(expectSound);
  return {
    format: recognition.format,
    out: JSON.stringify(transcripts),
    warnings: new Set(transcripts.flatMap(({ warnings }) => warnings.map(({ what }) => what))),
    transcripts,
  };
}

export function bytesOf(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(lines.join('\n'));
}

export type Path = readonly (string | number)[];

/** Of all values within this one, itself included. */
export function pathsIn(value: Json, path: Path = []): Path[] {
  const items: readonly (readonly [string | number, Json | undefined])[] =
    asArray(value)?.map((each, index) => [index, each] as const) ?? Object.entries(asObject(value) ?? {});
  return [path, ...items.flatMap(([key, each]) => (each === undefined ? [] : pathsIn(each, [...path, key])))];
}

function textsIn(value: Json): string[] {
  const text = asText(value);
  if (text !== undefined) return [text];
  const items = asArray(value) ?? Object.values(asObject(value) ?? {});
  return items.flatMap((each) => (each === undefined ? [] : textsIn(each)));
}

export type Way = 'replaced' | 'removed' | 'doubled';

export function changed(value: Json, [key, ...rest]: Path, way: Way, by: Json): Json {
  if (key === undefined) return by;
  const items = asArray(value);
  const isHere = rest.length === 0 && way !== 'replaced';
  if (items !== undefined && typeof key === 'number') {
    const item = items[key] ?? null;
    if (isHere) return items.toSpliced(key, 1, ...(way === 'removed' ? [] : [item, item]));
    return items.with(key, changed(item, rest, way, by));
  }
  const object = { ...asObject(value) };
  if (isHere && way === 'removed') delete object[key];
  else object[key] = changed(object[key] ?? null, rest, way, by);
  return object;
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Sentences that the file has once, and that its messages have. */
export async function sentencesOf(lines: readonly string[]): Promise<readonly string[]> {
  const read = await importFile(sourceOf(...inPieces(bytesOf(lines), 4_000)));
  const messagesOf = ({ messages, children }: Transcript): unknown => [messages, children.map(messagesOf)];
  const said = read.ok ? JSON.stringify(read.value.transcripts.map(messagesOf)) : '';
  const file = lines.join('\n');
  const texts = lines.flatMap((line) => {
    const parsed = parseJson(line);
    return parsed.ok ? textsIn(parsed.value) : [];
  });
  const isOnce = (text: string) => file.split(inJson(text)).length === 2;
  return texts.filter((text) => text.includes(' ') && isOnce(text) && said.includes(inJson(text))).map(inJson);
}

/** Undamaged content comes out, unless a warning tells of the damage around it. */
export function lostOf(
  intact: readonly string[],
  sentences: readonly string[],
  before: Imported,
  after: Imported,
): string[] {
  const isTold = [...after.warnings].some((what) => !before.warnings.has(what));
  if (after.format !== before.format || after.out === '' || isTold) return [];
  const all = intact.join('\n');
  return sentences.filter((sentence) => all.includes(sentence) && !after.out.includes(sentence));
}

/** In a log of operations, a record with the same id replaces the earlier one. */
export function isWrittenOnce(record: string, lines: readonly string[]): boolean {
  const [id = record] = /"id": ?"[^"]+"/.exec(record) ?? [];
  return lines.join('\n').split(id).length === 2;
}

/** Their content may stand elsewhere: in a list of attachments that is referred to, or once more in what was shown. */
export const REFERS: ReadonlySet<FormatId> = new Set(['inspect', 'cline']);

export const otherValue = fc.constantFrom<Json>(
  ...[null, true, -1, 0.5, 1e300, '', 'assistant', '2026-03-01T10:00:00Z', [], ['x'], {}, { type: 'text' }, [[{}]]],
);
export const way = fc.constantFrom<Way>('replaced', 'removed', 'doubled');
export const damage = fc.tuple(fc.array(mutation, { minLength: 1, maxLength: 3 }), fc.integer({ min: 20, max: 4_000 }));
