import { createContext, Script } from 'node:vm';
import type { Attack } from './pattern-attacks.test-support';

export interface Growth {
  readonly attack: Attack;
  /** Characters, and milliseconds; infinite if it was stopped. */
  readonly times: readonly (readonly [number, number])[];
}

/** For a text ten times as long: linear is 10, a square 100. */
const MOST_GROWTH = 40;
/** Below, garbage and compiling decide. */
const FLOOR_MS = 4;
const SIZES: readonly number[] = [10_000, 100_000, 1_000_000];
/** Enough to see which attacks are worth a longer text. */
const FIRST_SIZES: readonly number[] = [500, 3_000];
const MOST_ATTACKS = 3;
const NOTABLE_MS = 0.1;
/** Of waiting: exponential patterns never end. */
const MOST_FIRST_MS = 300;
const MOST_MS = 1_500;
/** Ten times as much would be too long to wait for, and the shorter texts have shown how it grows. */
const LONG_MS = 30;

export function attackText({ prefix, pump, suffix }: Attack, size: number): string {
  return prefix + pump.repeat(Math.ceil(size / pump.length)) + suffix;
}

/** The attack under which the pattern takes more than its share of time for a longer text. */
export function growthOf(pattern: RegExp, attacks: readonly Attack[]): Growth | undefined {
  const measured = new Measured(pattern);
  const first = attacks.map((attack) => FIRST_SIZES.map((size) => attackText(attack, size)));
  const times = measured.first(first);
  const worst = attacks
    .map((attack, index) => ({ attack, took: times[index] ?? Number.POSITIVE_INFINITY }))
    .toSorted((a, b) => b.took - a.took)
    .filter(({ took }, index) => index === 0 || (index < MOST_ATTACKS && took > NOTABLE_MS));
  for (const { attack } of worst) {
    const found: [number, number][] = [];
    for (const size of SIZES) {
      const text = attackText(attack, size);
      let took = measured.time(text);
      const [shorter, tookThen] = found.at(-1) ?? [0, 0];
      let before = tookThen;
      // A shorter text that seemed slow would hide how the time grows.
      if (took > FLOOR_MS && shorter > 0) before = Math.min(before, measured.time(attackText(attack, shorter)));
      const limit = Math.max(FLOOR_MS, MOST_GROWTH * (shorter === 0 ? 1 : Math.max(before, 0.05)));
      // Garbage is collected at any time.
      for (let again = 0; again < 3 && took > limit && took < Number.POSITIVE_INFINITY; again++) {
        took = Math.min(took, measured.time(text));
      }
      found.push([size, took]);
      if (took > limit) return { attack, times: found };
      if (took > LONG_MS) break;
    }
  }
  return undefined;
}

/** Not the clock: whatever else the machine does takes no part of it. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** In a context of its own, because only there a pattern can be stopped. */
class Measured {
  private readonly context: {
    readonly now: () => number;
    readonly pattern: RegExp;
    text: string;
    texts: readonly (readonly string[])[];
    took: number;
    times: number[];
  };

  constructor(pattern: RegExp) {
    this.context = { now: cpuMs, pattern, text: '', texts: [], took: 0, times: [] };
    createContext(this.context);
  }

  /** The time for the longest text of each attack that can be waited for. */
  first(texts: readonly (readonly string[])[]): readonly number[] {
    this.context.texts = texts;
    this.context.times = [];
    return this.run(ALL, MOST_FIRST_MS) ? this.context.times : [...this.context.times, Number.POSITIVE_INFINITY];
  }

  time(text: string): number {
    this.context.text = text;
    return this.run(ONE, MOST_MS) ? this.context.took : Number.POSITIVE_INFINITY;
  }

  private run(script: Script, timeout: number): boolean {
    try {
      script.runInContext(this.context, { timeout });
      return true;
    } catch {
      return false;
    }
  }
}

const TIMED = `
function timed(text) {
  pattern.lastIndex = 0;
  const start = now();
  if (pattern.global) text.replace(pattern, '');
  else pattern.test(text);
  return now() - start;
}`;
const ONE = new Script(`${TIMED}; took = timed(text);`);
const ALL = new Script(`${TIMED};
for (const sizes of texts) {
  let time = 0;
  for (const text of sizes) {
    time = timed(text);
    if (time > ${FLOOR_MS}) break;
  }
  times.push(time);
}`);
