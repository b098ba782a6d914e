import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../base/json';
import { intactOn, mutated } from '../reading/damaged-text.test-support';
import {
  bytesOf,
  changed,
  damage,
  fixturesByFormat,
  imported,
  isWrittenOnce,
  lostOf,
  otherValue,
  pathsIn,
  REFERS,
  sentencesOf,
  way,
} from './damaged-fixtures.test-support';

/** Of each fixture. */
const RUNS = 30;

const place = fc.nat(1_000_000);

describe.each(fixturesByFormat)('files of %s', (format, fixtures) => {
  it('are there to be damaged', () => expect(fixtures.length).toBeGreaterThan(0));

  it.each(fixtures)('keep what is intact if bytes are damaged: $name', async ({ lines }) => {
    const before = await imported(bytesOf(lines));
    const sentences = await sentencesOf(lines);
    await fc.assert(
      fc.asyncProperty(damage, async ([mutations, pieceSize]) => {
        const bytes = mutated(lines.join('\n'), mutations);
        const after = await imported(bytes, pieceSize);
        if (lines.length === 1) return;
        const now = new TextDecoder().decode(bytes).split('\n');
        const intact = now.flatMap((line) => intactOn(line, lines)).filter((record) => isWrittenOnce(record, now));
        expect(lostOf(intact, sentences, before, after), now.join('\n')).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it.each(fixtures)('keep the rest if a value is another: $name', async ({ lines }) => {
    const before = await imported(bytesOf(lines));
    const sentences = await sentencesOf(lines);
    await fc.assert(
      fc.asyncProperty(place, place, way, otherValue, async (whichLine, whichValue, how, by) => {
        const at = whichLine % lines.length;
        const parsed = parseJson(lines[at] ?? '');
        if (!parsed.ok) return;
        const paths = pathsIn(parsed.value);
        const path = paths[whichValue % paths.length] ?? [];
        const now = lines.with(at, JSON.stringify(changed(parsed.value, path, how, by)));
        const after = await imported(bytesOf(now));
        // Whatever is in the same item of a list may be understood otherwise.
        const item = path.slice(0, path.findLastIndex((key) => typeof key === 'number') + 1);
        const rest = JSON.stringify(changed(parsed.value, item, 'replaced', null));
        const intact = lines.length === 1 ? [rest] : lines.toSpliced(at, 1);
        const lost = REFERS.has(format) ? [] : lostOf(intact, sentences, before, after);
        expect(lost, `${path.join('.')} ${how}\n${now.join('\n')}`).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});
