import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../base/json';
import { inPieces, type Read, readAll, sourceOf } from './read-for-test';
import { ValueScanner } from './scan-value';

const RUNS = 3_000;
const NEWLINE = 10;

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('é漢😀', '}{', '{"a":1}', '],[', '\\"', '// no comment', '\n{"id":0}\n', '\u2028'),
);
const content = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.array(fc.record({ type: text, text }), { maxLength: 2 }),
  fc.dictionary(text, fc.array(fc.integer(), { maxLength: 2 }), { maxKeys: 2 }),
);
const records: fc.Arbitrary<readonly string[]> = fc
  .array(fc.tuple(fc.constantFrom('user', 'assistant', 'system'), content, fc.boolean()), {
    minLength: 1,
    maxLength: 7,
  })
  .map((list) =>
    list.map(([type, value, isShort], id) =>
      JSON.stringify(isShort ? { id, type, value } : { type, id, message: { role: type, content: value } }),
    ),
  );

/** Places are given as shares of the length, so that they fall anywhere in a text of any length. */
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
type Mutation = (bytes: readonly number[]) => readonly number[];

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(place, place).map(([from, share]) => cut(from, share * 0.3)),
  fc.tuple(place).map(([from]) => cut(from, 1)),
  fc.tuple(place).map(([which]) => glue(which)),
  fc.tuple(place, place).map(([which, end]) => onLines((lines) => cutLine(lines, indexIn(lines, which), end))),
  fc.tuple(place, place).map(([one, other]) => onLines((lines) => swap(lines, one, other))),
  fc.tuple(place).map(([which]) => onLines((lines) => lines.toSpliced(indexIn(lines, which), 1))),
  fc
    .tuple(place, place)
    .map(([one, other]) =>
      onLines((lines) => lines.toSpliced(indexIn(lines, other), 0, ...lines.slice(indexIn(lines, one)).slice(0, 1))),
    ),
  fc.tuple(place, fc.integer({ min: 0, max: 255 })).map(([which, byte]) => corrupt(which, byte)),
  fc.tuple(place, fc.constantFrom(...'\n"{}[],\\ ')).map(([which, byte]) => corrupt(which, byte.charCodeAt(0))),
);

function cut(from: number, share: number): Mutation {
  return (bytes) => bytes.toSpliced(indexIn(bytes, from), Math.ceil(share * bytes.length));
}

function glue(which: number): Mutation {
  return (bytes) => {
    const breaks = bytes.flatMap((byte, at) => (byte === NEWLINE ? [at] : []));
    const at = breaks[indexIn(breaks, which)];
    return at === undefined ? bytes : bytes.toSpliced(at, 1);
  };
}

function corrupt(which: number, byte: number): Mutation {
  return (bytes) => (bytes.length === 0 ? bytes : bytes.with(indexIn(bytes, which), byte));
}

function onLines(change: (lines: readonly string[]) => readonly string[]): Mutation {
  return (bytes) => {
    const lines = String.fromCharCode(...bytes).split('\n');
    return [...change(lines).join('\n')].map((character) => character.charCodeAt(0));
  };
}

function cutLine(lines: readonly string[], which: number, end: number): readonly string[] {
  const line = lines[which] ?? '';
  return lines.with(which, line.slice(0, indexIn(line, end)));
}

function swap(lines: readonly string[], one: number, other: number): readonly string[] {
  const [a, b] = [indexIn(lines, one), indexIn(lines, other)];
  return lines.with(a, lines[b] ?? '').with(b, lines[a] ?? '');
}

function indexIn(list: { readonly length: number }, share: number): number {
  return Math.floor(share * list.length);
}

/** The records whose text stands intact on the line: alone, behind others, or behind what was cut off. */
function intactOn(line: string, originals: readonly string[]): string[] {
  if (/^\s|^#|^\/\/|^```|^~~~/.test(line)) return [];
  const found: string[] = [];
  let at = 0;
  for (;;) {
    const [next] = originals
      .map((original) => ({ original, index: line.indexOf(original, at) }))
      .filter(({ index }) => index >= 0)
      .sort((a, b) => a.index - b.index);
    if (next === undefined) return found;
    const before = line.slice(at, next.index);
    const after = line.slice(next.index + next.original.length);
    const isBehindDamage = !/^[\s,]*$/.test(before);
    if (!isBehindDamage || (/^\s*(?:$|[{[])/.test(after) && !takesValue(before))) found.push(next.original);
    at = next.index + next.original.length;
  }
}

/** A record behind such a text is also a correct value of what was cut off: no reader can tell. */
function takesValue(before: string): boolean {
  return [...before].some(
    (character, at) => /[{[]/.test(character) && new ValueScanner().scan(`${before.slice(at)}{}`, 0) === 'open',
  );
}

function everyObjectIn(values: readonly Json[]): string[] {
  const texts: string[] = [];
  const rest: Json[] = [...values];
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    texts.push(JSON.stringify(value));
    rest.push(...Object.values(value).filter((inner) => inner !== undefined));
  }
  return texts;
}

function isWhole(line: string): boolean {
  try {
    return typeof JSON.parse(line.replace(/^[\s,]+|[\s,]+$/g, '')) === 'object';
  } catch {
    return false;
  }
}

/** Lines that neither came out nor are covered by a note at them, or before them with no good line between. */
function unaccounted(lines: readonly string[], { notes, lines: places }: Read): string[] {
  const noted = new Set([...notes.map((note) => Number(/ (\d+):/.exec(note)?.[1])), ...places]);
  let isCovered = false;
  return lines.filter((line, index) => {
    if (/^[\s,]*$/.test(line)) return false;
    if (noted.has(index + 1)) isCovered = !isWhole(line);
    else if (isWhole(line)) return !isCovered;
    return !isCovered && !noted.has(index + 1);
  });
}

it(`loses no good record and drops nothing silently in ${RUNS} damaged files`, async () => {
  await fc.assert(
    fc.asyncProperty(
      records,
      fc.array(mutation, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 400 }),
      async (originals, mutations, endsWithBreak, pieceSize) => {
        const start = [...new TextEncoder().encode(originals.join('\n') + (endsWithBreak ? '\n' : ''))];
        const bytes = Uint8Array.from(mutations.reduce<readonly number[]>((now, mutate) => mutate(now), start));
        const lines = new TextDecoder().decode(bytes).split('\n');

        const read = await readAll(sourceOf(...inPieces(bytes, pieceSize)));

        const left = everyObjectIn(read.values);
        const lost = lines
          .flatMap((line) => intactOn(line, originals))
          .filter((record) => {
            const at = left.indexOf(record);
            if (at >= 0) left.splice(at, 1);
            return at < 0;
          });
        expect(lost, lines.join('\n')).toEqual([]);
        if (read.input !== undefined && read.input.shape !== 'array') {
          expect(unaccounted(lines, read), `${lines.join('\n')}\n${read.notes.join('\n')}`).toEqual([]);
        }
      },
    ),
    { numRuns: RUNS },
  );
}, 60_000);
