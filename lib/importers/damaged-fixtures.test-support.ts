import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { asArray, asObject, asText, type Json, parseJson } from '../base/json';
import { intactOn, type Mutation, mutated, mutation } from '../reading/damaged-text.test-support';
import { inPieces, sourceOf } from '../reading/read-for-test';
import type { FormatId } from '../transcript/formats';
import type { Transcript } from '../transcript/transcript';
import { importFile } from './import-file';
import { importers } from './index';
import { expectSound } from './sound-transcript.test-support';

const FIXTURES = join(import.meta.dirname, 'fixtures');

export interface Fixture {
  readonly format: FormatId;
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
    return { format, name, lines: name.endsWith('.jsonl') ? text.split('\n') : [text] };
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

function bytesOf(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(lines.join('\n'));
}

type Path = readonly (string | number)[];

/** Of all values within this one, itself included. */
function pathsIn(value: Json, path: Path = []): Path[] {
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

type Way = 'replaced' | 'removed' | 'doubled';

function changed(value: Json, [key, ...rest]: Path, way: Way, by: Json): Json {
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
async function sentencesOf(lines: readonly string[]): Promise<readonly string[]> {
  const read = await importFile(sourceOf(...inPieces(bytesOf(lines), 4_000)));
  const messagesOf = ({ messages, children }: Transcript): unknown => [messages, children.map(messagesOf)];
  const said = read.ok ? JSON.stringify(read.value.transcripts.map(messagesOf)) : '';
  const file = lines.join('\n');
  const texts = lines.flatMap((line) => {
    const parsed = parseJson(line);
    return parsed.ok ? textsIn(parsed.value) : [];
  });
  // A copy may stand in JSON that is a text itself.
  const isCopied = (written: string) => inJson(written) !== written && file.includes(inJson(written));
  const isOnce = (text: string) => file.split(inJson(text)).length === 2 && !isCopied(inJson(text));
  return texts.filter((text) => text.includes(' ') && isOnce(text) && said.includes(inJson(text))).map(inJson);
}

/** Undamaged content comes out, unless a warning tells of the damage around it. */
function lostOf(intact: readonly string[], sentences: readonly string[], before: Imported, after: Imported): string[] {
  const isTold = [...after.warnings].some((what) => !before.warnings.has(what));
  if (after.format !== before.format || after.out === '' || isTold) return [];
  const all = intact.join('\n');
  return sentences.filter((sentence) => all.includes(sentence) && !after.out.includes(sentence));
}

/** In a log of operations, a record with the same id replaces the earlier one. */
function isWrittenOnce(record: string, lines: readonly string[]): boolean {
  const [id = record] = /"id": ?"[^"]+"/.exec(record) ?? [];
  return lines.join('\n').split(id).length === 2;
}

/** Their content may stand elsewhere: in a list of attachments that is referred to, or once more in what was shown. */
const REFERS: ReadonlySet<FormatId> = new Set(['inspect', 'cline']);

const otherValue = fc.constantFrom<Json>(
  ...[null, true, -1, 0.5, 1e300, '', 'assistant', '2026-03-01T10:00:00Z', [], ['x'], {}, { type: 'text' }, [[{}]]],
);
const way = fc.constantFrom<Way>('replaced', 'removed', 'doubled');
export const damage = fc.tuple(fc.array(mutation, { minLength: 1, maxLength: 3 }), fc.integer({ min: 20, max: 4_000 }));

/** A fixture, and what comes out of it undamaged. */
export interface KnownFixture extends Fixture {
  readonly before: Imported;
  readonly sentences: readonly string[];
}

export async function knownFixture(fixture: Fixture): Promise<KnownFixture> {
  const before = await imported(bytesOf(fixture.lines));
  return { ...fixture, before, sentences: await sentencesOf(fixture.lines) };
}

/** What is to become of a file, and what is lost if only this comes out of it. */
export interface DamagedFixture {
  readonly bytes: Uint8Array;
  lost(after: Imported): readonly string[];
}

export function withBytesDamaged({ lines, before, sentences }: KnownFixture, mutations: readonly Mutation[]) {
  const bytes = mutated(lines.join('\n'), mutations);
  return {
    bytes,
    lost(after: Imported): readonly string[] {
      if (lines.length === 1) return [];
      const now = new TextDecoder().decode(bytes).split('\n');
      const intact = now.flatMap((line) => intactOn(line, lines)).filter((record) => isWrittenOnce(record, now));
      return lostOf(intact, sentences, before, after);
    },
  } satisfies DamagedFixture;
}

/** The numbers choose a line, and a value in it. */
export interface ValueChange {
  readonly line: number;
  readonly value: number;
  readonly way: Way;
  readonly by: Json;
}

const place = fc.nat(1_000_000);
export const valueChange = fc.record<ValueChange>({ line: place, value: place, way, by: otherValue });

/** Undefined if there is no value on the line. */
export function withValueChanged(fixture: KnownFixture, change: ValueChange): DamagedFixture | undefined {
  const { lines, format, before, sentences } = fixture;
  const at = change.line % lines.length;
  const parsed = parseJson(lines[at] ?? '');
  if (!parsed.ok) return undefined;
  const paths = pathsIn(parsed.value);
  const path = paths[change.value % paths.length] ?? [];
  return {
    bytes: bytesOf(lines.with(at, JSON.stringify(changed(parsed.value, path, change.way, change.by)))),
    lost(after) {
      if (REFERS.has(format)) return [];
      // Whatever is in the same item of a list may be understood otherwise.
      const item = path.slice(0, path.findLastIndex((key) => typeof key === 'number') + 1);
      const rest = JSON.stringify(changed(parsed.value, item, 'replaced', null));
      return lostOf(lines.length === 1 ? [rest] : lines.toSpliced(at, 1), sentences, before, after);
    },
  };
}
