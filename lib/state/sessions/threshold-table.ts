import * as v from 'valibot';
import type { Json } from '../../base/json';
import type { Result } from '../../base/result';
import { count, listOf, number, object, type Parsed, parseBy, text } from '../../base/schema';

const outcome = {
  /** Calls before which it compacted. */
  compactedBefore: listOf(count),
  /** In $. */
  cost: number,
  peak: count,
};

const row = object({
  ...outcome,
  /** Of the effective window. */
  percent: count,
  /** In tokens. */
  threshold: count,
  /** The hash of Simulate's address. */
  link: text,
  jumps: listOf(v.tuple([count, count], 'must be a call and its tokens')),
});

const table = object({
  effectiveWindow: count,
  recorded: object({ ...outcome, used: listOf(count) }),
  /** One for each whole percent, from the lowest. */
  rows: v.pipe(listOf(row), v.minLength(1, 'must include a row')),
});

/** A sample as the engine simulates it at each threshold, so that nobody has to wait for the engine. `npm run samples` writes it. */
export type ThresholdTable = Parsed<typeof table>;
export type ThresholdRow = ThresholdTable['rows'][number];

export function parseThresholdTable(json: Json): Result<ThresholdTable> {
  return parseBy(table, json);
}

/** The nearest that there is. */
export function rowAt({ rows }: ThresholdTable, percent: number): ThresholdRow {
  const [first] = rows;
  if (first === undefined) throw new Error('A threshold table has at least one row');
  const place = Math.max(0, Math.min(rows.length - 1, Math.round(percent) - first.percent));
  return rows[place] ?? first;
}

/**
 * Where the context of another run does not grow as the recorded one: calls, and their tokens. Everywhere else both add the
 * same, so a row takes a few numbers instead of one for each call.
 */
export function jumpsOf(recorded: readonly number[], used: readonly number[]): ThresholdRow['jumps'] {
  return used.flatMap((tokens, call) =>
    tokens === (used[call - 1] ?? 0) + growth(recorded, call) ? [] : [[call, tokens] as const],
  );
}

export function usedAfter(recorded: readonly number[], jumps: ThresholdRow['jumps']): Float64Array {
  const used = new Float64Array(recorded.length);
  const tokensAt = new Map(jumps);
  for (let call = 0; call < used.length; call++) {
    used[call] = tokensAt.get(call) ?? (used[call - 1] ?? 0) + growth(recorded, call);
  }
  return used;
}

function growth(recorded: readonly number[], call: number): number {
  return (recorded[call] ?? 0) - (recorded[call - 1] ?? 0);
}
