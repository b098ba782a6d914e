import fc from 'fast-check';
import { checkCase } from './check-case';
import type { Coverage } from './coverage';
import type { FuzzCase } from './fuzz-case';

export interface Found {
  /** The same for what is wrong in the same way. */
  readonly name: string;
  /** Where in our code, without the words of the message. */
  readonly place: string;
  readonly seed: number;
  /** Tried until then. */
  readonly cases: number;
  readonly error: Error;
  readonly shrunk: FuzzCase;
}

export interface Batch {
  readonly seed: number;
  readonly cases: number;
  /** As it was found, which takes less time. */
  readonly isUnshrunk?: boolean;
}

/** The same cases for the same seed. What is known is not found again: called once more with it, the rest of a batch is tried, too. */
export async function fuzzed(
  cases: fc.Arbitrary<FuzzCase>,
  batch: Batch,
  known: ReadonlySet<string> = new Set(),
  coverage?: Coverage,
): Promise<Found | undefined> {
  let name: string | undefined;
  const property = fc.asyncProperty(cases, async (each) => {
    try {
      coverage?.begin();
      await checkCase(each, coverage?.saw);
    } catch (error) {
      const failed = nameOf(error);
      if (known.has(failed)) return;
      // Else a smaller case with another failure takes its place.
      name ??= failed;
      if (failed === name) throw error;
    }
  });
  const { seed, cases: numRuns, isUnshrunk = false } = batch;
  const checked = await fc.check(property, { seed, numRuns, endOnFailure: isUnshrunk });
  const { counterexample, errorInstance } = checked;
  if (counterexample === null || name === undefined) return undefined;
  const error = errorInstance instanceof Error ? errorInstance : new Error(String(errorInstance));
  return { name, place: placeOf(error), seed, cases: checked.numRuns, error, shrunk: counterexample[0] };
}

/** Whether a case fails in this way. */
export async function failsAs(each: FuzzCase, name: string): Promise<boolean> {
  try {
    await checkCase(each);
    return false;
  } catch (error) {
    return nameOf(error) === name;
  }
}

/** What was thrown, without its numbers, and where in our code. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [what = ''] = error.message.split('\n', 1);
  return `${what.replace(/\d+(?:\.\d+)?(?:e[+-]?\d+)?/g, '#').slice(0, 160)} ${placeOf(error)}`;
}

function placeOf(error: Error): string {
  const place =
    (error.stack ?? '')
      .split('\n')
      .find((line) => /\/(?:lib|scripts)\/[\w./-]{1,200}\.ts/.test(line.slice(0, 1_000))) ?? '';
  const [file = ''] = /(?:lib|scripts)\/[^:)]*/.exec(place) ?? [];
  return `(${file}${/at (\[L\d\]|[\w.]+)/.exec(place)?.[1] ?? ''})`;
}
