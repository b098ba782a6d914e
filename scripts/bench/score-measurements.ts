import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { largeSessionLines } from '../samples/large-session';
import type { Measurement } from './measurement';
import { type ScoredSession, scoredSession } from './scored-session';

const [samples = '', words = ''] = process.argv.slice(2);
const ROUNDS = words === 'quick' ? 20 : 40;
const TOKENS = 200_000;

const measurements: Measurement[] = [
  besideParse('the long bug hunt', await scoredSession(sample('long-bug-hunt'), TOKENS), 10),
  besideParse('a generated session', await scoredSession(generated(4_500_000), TOKENS), 10),
  // Nearly all of its file is text, so it parses fastest, and has the most to search.
  besideParse('the refactoring', await scoredSession(sample('refactoring'), TOKENS), null),
  { name: 'first score: growth with the length', value: await growth(), unit: 'exponent', limit: 1.2 },
];
process.stdout.write(JSON.stringify(measurements));

function sample(name: string): string {
  return readFileSync(join(samples, `${name}.jsonl`), 'utf8');
}

function generated(bytes: number): string {
  return [...largeSessionLines(bytes, 4)].join('\n');
}

/** Alternating, so that the load of the machine affects both alike. */
function besideParse(name: string, session: ScoredSession, limit: number | null): Measurement {
  const rounds = Array.from({ length: ROUNDS }, () => ({
    parse: cpuMs(session.parse),
    score: cpuMs(session.indexAndScore),
  }));
  const value = Math.min(...rounds.map(({ score }) => score)) / Math.min(...rounds.map(({ parse }) => parse));
  return {
    name: `first score of ${TOKENS.toLocaleString('en-US')} tokens: ${name}`,
    value,
    unit: '× JSON.parse',
    limit,
  };
}

/**
 * The exponent with which the time grows with the length, where session and cut grow alike. From the shortest to the
 * longest: between two steps, what fits into the processor's caches counts for more.
 */
async function growth(): Promise<number> {
  const short = await scoredSession(generated(1_250_000), 50_000);
  const long = await scoredSession(generated(20_000_000), 800_000);
  return Math.log(fastest(long) / fastest(short)) / Math.log(long.characters / short.characters);
}

function fastest({ characters, indexAndScore }: ScoredSession): number {
  const rounds = Math.max(4, Math.round((ROUNDS * 1_000_000) / characters));
  return Math.min(...Array.from({ length: rounds }, () => cpuMs(indexAndScore)));
}

/** CPU time, which the load of the machine does not affect. */
function cpuMs(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
