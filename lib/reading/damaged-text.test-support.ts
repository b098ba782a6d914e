import fc from 'fast-check';
import { ValueScanner } from './scan-value';

const PLACES = 10_000;

/**
 * Positions are shares of the length, so that they fall anywhere in a text of any length. Not `fc.double`: nearly all its
 * numbers between 0 and 1 are close to 0, so only the first character would ever be damaged.
 */
const place = fc.integer({ min: 0, max: PLACES - 1 }).map((number) => number / PLACES);
/** Of a file of which each byte is a character, so that it may be broken anywhere. */
export type Mutation = (bytes: string) => string;

export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
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
  return (bytes) => {
    const at = indexIn(bytes, from);
    return bytes.slice(0, at) + bytes.slice(at + Math.ceil(share * bytes.length));
  };
}

function glue(which: number): Mutation {
  return onLines((lines) => {
    const at = indexIn(lines.slice(1), which);
    const [line, next] = lines.slice(at, at + 2);
    return line === undefined || next === undefined ? lines : lines.toSpliced(at, 2, line + next);
  });
}

function corrupt(which: number, byte: number): Mutation {
  return (bytes) => {
    const at = indexIn(bytes, which);
    return bytes === '' ? bytes : bytes.slice(0, at) + String.fromCharCode(byte) + bytes.slice(at + 1);
  };
}

function onLines(change: (lines: readonly string[]) => readonly string[]): Mutation {
  return (bytes) => change(bytes.split('\n')).join('\n');
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

/** The records that are intact on the line: alone, after others, or after an incomplete one. */
export function intactOn(line: string, originals: readonly string[]): string[] {
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

/** A record after such a text is also a valid value of the incomplete one: no reader can tell them apart. */
function takesValue(before: string): boolean {
  return [...before].some(
    (character, at) => /[{[]/.test(character) && new ValueScanner().scan(`${before.slice(at)}{}`, 0) === 'open',
  );
}

export function mutated(text: string, mutations: readonly Mutation[]): Uint8Array {
  const start = Buffer.from(text).toString('latin1');
  return new Uint8Array(
    Buffer.from(
      mutations.reduce((now, mutate) => mutate(now), start),
      'latin1',
    ),
  );
}
