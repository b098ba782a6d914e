import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { arbitraryCase, type FuzzKind, kinds, knownFixtures } from './arbitrary-case';
import { Coverage } from './coverage';
import { corpusFolder, keepFinding } from './finding';
import { type Found, failsAs, fuzzed } from './fuzz';
import type { FuzzInput } from './fuzz-case';
import { withMadeUpWords, wordsOf } from './made-up-words';
import { recordingParts } from './recording-parts';
import { shortened } from './shorten';

const CASES = 1_000;

const HELP = `npm run fuzz -- [--minutes N] [--cases N] [--seed S] [--only PART]

Makes up and damages inputs, and checks what must hold of any of them. Exits with 1 if it found something.

  --minutes N   stops after N minutes (1, unless --cases says how many)
  --cases N     stops after N cases
  --seed S      the first seed; each batch of ${CASES} cases has the next one
  --only PART   one part of it: ${kinds.join(', ')}

HIGHWATER_TRANSCRIPTS=folder adds the part recordings: damaged parts of what is in that folder.
`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    cases: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help === true) {
  process.stdout.write(HELP);
  process.exit(0);
}
const untilMs =
  Date.now() + Number(values.minutes ?? (values.cases === undefined ? 1 : Number.POSITIVE_INFINITY)) * 60_000;
const most = Number(values.cases ?? Number.POSITIVE_INFINITY);
const firstSeed = Number(values.seed ?? Date.now() % 1_000_000_000);
if (![untilMs, most, firstSeed].every((number) => number > 0))
  throw new Error('--minutes, --cases and --seed take numbers');

const isChosen = (kind: FuzzKind) => values.only === undefined || kind === values.only;
const recordings = isChosen('recordings') ? await recordingParts(process.env.HIGHWATER_TRANSCRIPTS) : [];
const possible = kinds.filter((kind) => kind !== 'recordings' || recordings.length > 0);
const chosen = possible.filter(isChosen);
if (chosen.length === 0) throw new Error(`--only takes one of: ${possible.join(', ')}`);

const fixtures = await knownFixtures();
const known = new Set<string>();
const coverage = new Coverage();
const startMs = Date.now();
const parts = recordings.length > 0 ? ` (${recordings.length} parts)` : '';
console.log(`Seed ${firstSeed}: ${chosen.join(', ')}${parts}`);
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isStopped = true;
    console.log('Stops after this batch. Once more stops at once.');
  });
}
for (let batch = 0; !isStopped && Date.now() < untilMs && coverage.cases < most; batch++) {
  const kind = chosen[batch % chosen.length];
  if (kind !== undefined) await runBatch(kind, firstSeed + batch);
  if (batch % 20 === 19) console.log(progress());
  // Signals come in between.
  await setImmediate();
}
console.log(`${progress()}\n\n${coverage.lines().join('\n')}`);
process.exitCode = known.size === 0 ? 0 : 1;

/** A batch counts when each of its cases was tried: after a finding, it starts again without what is known. */
async function runBatch(kind: FuzzKind, seed: number): Promise<void> {
  const batch = { seed, cases: Math.min(CASES, most - coverage.cases) };
  const beganMs = performance.now();
  const cases = arbitraryCase(kind, seed, fixtures, recordings);
  for (;;) {
    const found = await fuzzed(cases, batch, known, coverage);
    if (found === undefined) break;
    known.add(found.name);
    coverage.found(kind);
    await report(kind, found);
  }
  coverage.batch(kind, { ...batch, ms: performance.now() - beganMs });
}

function progress(): string {
  const seconds = (Date.now() - startMs) / 1_000;
  const { cases } = coverage;
  return `${cases} cases in ${seconds.toFixed(0)} s, ${(cases / seconds).toFixed(0)} per second; findings: ${known.size}`;
}

/** Of a recording nothing is shown or kept but its shape. */
async function report(kind: FuzzKind, { name, place, seed, error, shrunk }: Found): Promise<void> {
  const again = `npm run fuzz -- --only ${kind} --seed ${seed} --cases ${CASES}`;
  // A message may quote what it is about.
  const isShown = kind !== 'recordings';
  console.log(`\nFound: ${isShown ? name : place}\n  again: ${again}`);
  if (isShown) console.log(error.stack?.replace(/^/gm, '  '));
  const fails = (input: FuzzInput) => failsAs({ input, trial: shrunk.trial }, name);
  // What was lost is known of the whole file alone.
  const input = (await fails(shrunk.input)) ? await shortened(shrunk.input, fails) : shrunk.input;
  const words = isShown ? undefined : wordsOf(fixtures.flatMap(({ lines }) => lines));
  const kept = words === undefined ? input : withMadeUpWords(input, words);
  if (kept === undefined || (words !== undefined && !(await fails(kept)))) {
    console.log('  Not kept: without the words of the recording it does not happen.\n');
    return;
  }
  console.log(`  Kept as ${join(corpusFolder, keepFinding(isShown ? name : place, kept, shrunk.trial))}\n`);
}
