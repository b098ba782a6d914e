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
import { mutated } from '../../lib/reading/damaged-text.test-support';
import { inSmallWindow } from '../../lib/simulator/replay/laws.test-support';
import { arbitraryRecordingText } from '../../lib/transcript/arbitrary-recording.test-support';
import type { FuzzCase, FuzzTrial } from './fuzz-case';

/** Made once: to make one takes longer than a replay. */
const settings = fc.sample(arbitraryPolicy, { numRuns: 400, seed: 20 });

function trial(policy: fc.Arbitrary<FuzzTrial['policy']>): fc.Arbitrary<FuzzTrial> {
  return fc.record({
    policy,
    follows: fc.boolean(),
    law: fc.nat(999),
    call: fc.nat(99),
    message: fc.nat(99),
  });
}

const preset = fc.constantFrom(...policies.flatMap((policy) => [policy, inSmallWindow(policy)]));
const smallPreset = fc.constantFrom(...policies.map(inSmallWindow));
const changedPreset = fc.constantFrom(...settings.map(inSmallWindow), ...settings);

export const kinds = ['import', 'policies', 'settings', 'recordings'] as const;
export type FuzzKind = (typeof kinds)[number];

/** A part of a recording, as text; never kept. */
export interface RecordingPart {
  readonly name: string;
  readonly lines: readonly string[];
}

export async function knownFixtures(): Promise<readonly KnownFixture[]> {
  return Promise.all(fixturesByFormat.flatMap(([, fixtures]) => fixtures).map(knownFixture));
}

export function arbitraryCase(
  kind: FuzzKind,
  fixtures: readonly KnownFixture[],
  recordings: readonly RecordingPart[],
): fc.Arbitrary<FuzzCase> {
  switch (kind) {
    case 'import':
      return fc.oneof(bytesDamaged(fixtures), valuesChanged(fixtures));
    case 'policies':
      return grammar(smallPreset);
    case 'settings':
      return grammar(changedPreset);
    case 'recordings':
      return recordingDamaged(recordings);
  }
}

function grammar(policy: fc.Arbitrary<FuzzTrial['policy']>): fc.Arbitrary<FuzzCase> {
  return fc.record({
    input: arbitraryRecordingText.map((text) => ({ type: 'text' as const, ...text })),
    trial: trial(policy),
  });
}

function bytesDamaged(fixtures: readonly KnownFixture[]): fc.Arbitrary<FuzzCase> {
  return fc
    .tuple(fc.constantFrom(...fixtures), damage, trial(preset))
    .map(([fixture, [mutations, pieceSize], what]) => {
      const { bytes, lost } = withBytesDamaged(fixture, mutations);
      return { input: { type: 'file', bytes, pieceSize }, trial: what, lost };
    });
}

function valuesChanged(fixtures: readonly KnownFixture[]): fc.Arbitrary<FuzzCase> {
  return fc.tuple(fc.constantFrom(...fixtures), valueChange, trial(preset)).map(([fixture, change, what]): FuzzCase => {
    const damaged = withValueChanged(fixture, change);
    const bytes = damaged?.bytes ?? new Uint8Array();
    const lost = damaged?.lost;
    return { input: { type: 'file', bytes, pieceSize: 4_000 }, trial: what, ...(lost === undefined ? {} : { lost }) };
  });
}

const LINES = 40;

function recordingDamaged(recordings: readonly RecordingPart[]): fc.Arbitrary<FuzzCase> {
  return fc
    .tuple(fc.constantFrom(...recordings), fc.nat(1_000_000), damage, fc.boolean(), trial(preset))
    .map(([{ lines }, from, [mutations, pieceSize], isDamaged, what]) => {
      const start = from % Math.max(1, lines.length - LINES / 2);
      const text = [...new Set([lines[0] ?? '', ...lines.slice(start, start + LINES)])].join('\n');
      const bytes = mutated(text, isDamaged ? mutations : []);
      return { input: { type: 'file', bytes, pieceSize }, trial: what };
    });
}
