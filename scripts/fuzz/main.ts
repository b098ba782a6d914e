import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { arbitraryCase, type FuzzKind, kinds, knownFixtures, type RecordingPart } from './arbitrary-case';
import { corpusFolder, keepFinding } from './finding';
import { type Found, failsAs, fuzzed } from './fuzz';
import type { FuzzInput } from './fuzz-case';
import { withMadeUpWords, wordsOf } from './made-up-words';
import { shortened } from './shorten';

const CASES = 1_000;
/** Of a recording, more would take too long to read. */
const MAX_BYTES = 2_000_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    cases: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
  },
});
const untilMs =
  Date.now() + Number(values.minutes ?? (values.cases === undefined ? 1 : Number.POSITIVE_INFINITY)) * 60_000;
const most = Number(values.cases ?? Number.POSITIVE_INFINITY);
const firstSeed = Number(values.seed ?? Date.now() % 1_000_000_000);
if (![untilMs, most, firstSeed].every((number) => number > 0))
  throw new Error('--minutes, --cases and --seed take numbers');

const recordings = recordingsIn(process.env.HIGHWATER_TRANSCRIPTS);
const possible = kinds.filter((kind) => kind !== 'recordings' || recordings.length > 0);
const chosen = possible.filter((kind) => values.only === undefined || kind === values.only);
if (chosen.length === 0) throw new Error(`--only takes one of: ${possible.join(', ')}`);

const fixtures = await knownFixtures();
const arbitraries = chosen.map((kind) => [kind, arbitraryCase(kind, fixtures, recordings)] as const);
const known = new Set<string>();
const counts = new Map<FuzzKind, number>();
const startMs = Date.now();
let done = 0;
console.log(`Seed ${firstSeed}: ${chosen.join(', ')}`);
for (let batch = 0; Date.now() < untilMs && done < most; batch++) {
  const [kind, cases] = arbitraries[batch % arbitraries.length] ?? [];
  if (kind === undefined || cases === undefined) break;
  const found = await fuzzed(cases, { seed: firstSeed + batch, cases: Math.min(CASES, most - done) }, known);
  done += CASES;
  counts.set(kind, (counts.get(kind) ?? 0) + CASES);
  if (found !== undefined) await report(kind, found);
  if (batch % 20 === 19) console.log(progress());
}
console.log(progress());
console.log([...counts].map(([kind, number]) => `${kind} ${number}`).join(', '));
process.exitCode = known.size === 0 ? 0 : 1;

function progress(): string {
  const seconds = (Date.now() - startMs) / 1_000;
  return `${done} cases in ${seconds.toFixed(0)} s, ${(done / seconds).toFixed(0)} per second; findings: ${known.size}`;
}

/** Of a recording nothing is shown or kept but its shape. */
async function report(kind: FuzzKind, { name, seed, error, shrunk }: Found): Promise<void> {
  known.add(name);
  const again = `npm run fuzz -- --only ${kind} --seed ${seed} --cases ${CASES}`;
  console.log(`\nFound: ${name}\n  again: ${again}`);
  if (kind !== 'recordings') console.log(error.stack?.replace(/^/gm, '  '));
  const fails = (input: FuzzInput) => failsAs({ input, trial: shrunk.trial }, name);
  // What was lost is known of the whole file alone.
  const input = (await fails(shrunk.input)) ? await shortened(shrunk.input, fails) : shrunk.input;
  const words = kind === 'recordings' ? wordsOf(fixtures.flatMap(({ lines }) => lines)) : undefined;
  const kept = words === undefined ? input : withMadeUpWords(input, words);
  if (kept === undefined || (words !== undefined && !(await fails(kept)))) {
    console.log('  Not kept: without the words of the recording it does not happen.\n');
    return;
  }
  console.log(`  Kept as ${join(corpusFolder, keepFinding(name, kept, shrunk.trial))}\n`);
}

function recordingsIn(folder: string | undefined): readonly RecordingPart[] {
  if (folder === undefined || folder === '') return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .filter((name) => name.endsWith('.jsonl') && statSync(join(folder, name)).size < MAX_BYTES)
    .map((name) => ({ name, lines: readFileSync(join(folder, name), 'utf8').trimEnd().split('\n') }));
}
