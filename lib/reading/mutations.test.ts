import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../base/json';
import { intactOn, mutated, mutation } from './damaged-text.test-support';
import { inPieces, type Read, readAll, sourceOf } from './read-for-test';

const RUNS = 3_000;

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

it(`loses no intact record and drops nothing silently in ${RUNS} damaged files`, async () => {
  await fc.assert(
    fc.asyncProperty(
      records,
      fc.array(mutation, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 400 }),
      async (originals, mutations, endsWithBreak, pieceSize) => {
        const bytes = mutated(originals.join('\n') + (endsWithBreak ? '\n' : ''), mutations);
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
