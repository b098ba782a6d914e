import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  damage,
  fixturesByFormat,
  imported,
  knownFixture,
  valueChange,
  withBytesDamaged,
  withValueChanged,
} from './damaged-fixtures.test-support';

/** Of each fixture. */
const RUNS = 30;

describe.each(fixturesByFormat)('files of %s', (_, fixtures) => {
  it('are there to be damaged', () => expect(fixtures.length).toBeGreaterThan(0));

  it.each(fixtures)('keep what is intact if bytes are damaged: $name', async (fixture) => {
    const known = await knownFixture(fixture);
    await fc.assert(
      fc.asyncProperty(damage, async ([mutations, pieceSize]) => {
        const { bytes, lost } = withBytesDamaged(known, mutations);
        expect(lost(await imported(bytes, pieceSize)), new TextDecoder().decode(bytes)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it.each(fixtures)('keep the rest if a value is another: $name', async (fixture) => {
    const known = await knownFixture(fixture);
    await fc.assert(
      fc.asyncProperty(valueChange, async (change) => {
        const damaged = withValueChanged(known, change);
        if (damaged === undefined) return;
        const lost = damaged.lost(await imported(damaged.bytes));
        expect(lost, new TextDecoder().decode(damaged.bytes)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});
