import fc from 'fast-check';
import {
  damage,
  fixturesByFormat,
  type KnownFixture,
  knownFixture,
  valueChange,
  withBytesDamaged,
  withValueChanged,
} from '../../lib/importers/damaged-fixtures.test-support';
import { policies } from '../../lib/policies/index';
import { arbitraryPolicy } from '../../lib/policies/shape/arbitrary-policy.test-support';
import type { Policy } from '../../lib/policies/shape/policy';
import { inSmallWindow } from '../../lib/simulator/replay/laws.test-support';
import { arbitraryRecordingText } from '../../lib/transcript/arbitrary-recording.test-support';
import { arbitraryScript } from './arbitrary-script';
import { eagerPolicy } from './eager-policy';
import type { FuzzCase, FuzzTrial } from './fuzz-case';

/** Of each batch: to make one takes longer than a replay. */
const POLICIES = 150;

const tenths = (number: number) => number / 10;

function trial(policy: fc.Arbitrary<FuzzTrial['policy']>): fc.Arbitrary<FuzzTrial> {
  return fc.record({
    policy,
    follows: fc.boolean(),
    windowShare: fc.option(fc.integer({ min: 3, max: 15 }).map(tenths), { nil: undefined }),
    // Else small numbers, and with them the first law, are chosen most often.
    law: fc.noBias(fc.nat(999)),
    call: fc.nat(99),
    message: fc.nat(99),
  });
}

const preset = fc.constantFrom(...policies.flatMap((policy) => [policy, inSmallWindow(policy)]));
const smallPreset = fc.constantFrom(...policies.map(inSmallWindow));

export const kinds = ['import', 'policies', 'settings', 'recordings'] as const;
export type FuzzKind = (typeof kinds)[number];

export async function knownFixtures(): Promise<readonly KnownFixture[]> {
  return Promise.all(fixturesByFormat.flatMap(([, fixtures]) => fixtures).map(knownFixture));
}

/** The cases of a batch: those of a seed are always the same. */
export function arbitraryCase(
  kind: FuzzKind,
  seed: number,
  fixtures: readonly KnownFixture[],
  recordings: readonly KnownFixture[],
): fc.Arbitrary<FuzzCase> {
  switch (kind) {
    case 'import':
      return fileDamaged(fixtures, fc.oneof(preset, fc.constantFrom(...eagerPresets(seed))));
    case 'policies':
      return grammar(smallPreset);
    case 'settings':
      return grammar(fc.constantFrom(...changedPresets(seed)));
    case 'recordings':
      return fileDamaged(recordings, fc.oneof(preset, fc.constantFrom(...eagerPresets(seed))));
  }
}

function changedPresets(seed: number): readonly Policy[] {
  const any = fc.sample(arbitraryPolicy, { numRuns: POLICIES / 3, seed });
  return [...any.map(inSmallWindow), ...any, ...eagerPresets(seed), ...eagerPresets(seed + 1)];
}

function eagerPresets(seed: number): readonly Policy[] {
  return fc.sample(eagerPolicy, { numRuns: POLICIES / 2, seed });
}

function grammar(policy: fc.Arbitrary<FuzzTrial['policy']>): fc.Arbitrary<FuzzCase> {
  return fc.record({
    input: fc.oneof(arbitraryRecordingText, arbitraryScript).map((text) => ({ type: 'text' as const, ...text })),
    trial: trial(policy),
  });
}

function fileDamaged(fixtures: readonly KnownFixture[], policy: fc.Arbitrary<Policy>): fc.Arbitrary<FuzzCase> {
  return fc.oneof(bytesDamaged(fixtures, trial(policy)), valuesChanged(fixtures, trial(policy)));
}

function bytesDamaged(fixtures: readonly KnownFixture[], trials: fc.Arbitrary<FuzzTrial>): fc.Arbitrary<FuzzCase> {
  return fc.tuple(fc.constantFrom(...fixtures), damage, trials).map(([fixture, [mutations, pieceSize], what]) => {
    const { bytes, lost } = withBytesDamaged(fixture, mutations);
    return { input: { type: 'file', bytes, pieceSize }, trial: what, lost };
  });
}

function valuesChanged(fixtures: readonly KnownFixture[], trials: fc.Arbitrary<FuzzTrial>): fc.Arbitrary<FuzzCase> {
  return fc.tuple(fc.constantFrom(...fixtures), valueChange, trials).map(([fixture, change, what]): FuzzCase => {
    const damaged = withValueChanged(fixture, change);
    const bytes = damaged?.bytes ?? new Uint8Array();
    const lost = damaged?.lost;
    return { input: { type: 'file', bytes, pieceSize: 4_000 }, trial: what, ...(lost === undefined ? {} : { lost }) };
  });
}
