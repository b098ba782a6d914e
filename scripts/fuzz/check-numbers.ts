import assert from 'node:assert/strict';
import type { Simulation } from '../../lib/simulator/pipeline/simulation';

/** Unknown prices. */
const MAY_BE_UNKNOWN = /\.cost\.\d+$/;
/** What was added, in the list of what was removed; and the numbers that a reason names. */
const MAY_BE_NEGATIVE = /\.changes\.\d+\.(?:tokens|parts)|\.reason\./;

/** All numbers of a simulation, wherever they are, are finite and not negative. */
export function checkNumbers(simulation: Simulation): void {
  visit(simulation, 'simulation');
}

function visit(value: unknown, path: string): void {
  if (typeof value === 'number') {
    if (Number.isNaN(value) && MAY_BE_UNKNOWN.test(path)) return;
    assert.ok(Number.isFinite(value), `${path} is ${value}`);
    assert.ok(value >= 0 || MAY_BE_NEGATIVE.test(path), `${path} is ${value}`);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (value instanceof Float64Array) {
    const wrong = value.findIndex((number) => !(number >= 0 && number < Number.POSITIVE_INFINITY));
    // Only the first: they are long, and all of one kind.
    if (wrong >= 0) visit(value[wrong], `${path}.${wrong}`);
    return;
  }
  for (const [key, each] of Object.entries(value)) visit(each, `${path}.${key}`);
}
