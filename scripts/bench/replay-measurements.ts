import { importFile } from '../../lib/importers/import-file';
import { policies } from '../../lib/policies/index';
import { claudeCode21 } from '../../lib/policies/presets/claude-code-2-1';
import { everythingOn } from '../../lib/policies/presets/everything-on';
import { changeSetting } from '../../lib/policies/shape/change-setting';
import type { Policy } from '../../lib/policies/shape/policy';
import { type ReplayMaterial, replayMaterial } from '../../lib/simulator/recorded/replay-material';
import { replay } from '../../lib/simulator/replay/replay';
import { ReplayLookup } from '../../lib/simulator/replay/replay-lookup';
import { assumed } from '../../lib/summarizers/assumed';
import { transcriptFromText } from '../../lib/transcript/transcript-from-text';
import { largeSessionLines } from '../samples/large-session';
import type { Measurement } from './measurement';

const isQuick = process.argv.includes('quick');
const MESSAGES = isQuick ? 3_000 : 10_000;
/** The first rounds measure the compiler. */
const WARM_ROUNDS = isQuick ? 20 : 40;
/** Of the large session. */
const BYTES_PER_MESSAGE = 19_500;
const SWEPT_VALUES = 200;
const GROWTH_MESSAGES = isQuick ? 100_000 : 200_000;

const lines = [...largeSessionLines(MESSAGES * BYTES_PER_MESSAGE, 3)];
const material = await materialOf(lines);
const messages = material.messages.length.toLocaleString('en-US');

const measurements: Measurement[] = [
  ...replaysBesideParse().map(({ id, ratio }) => ({
    name: `${id}: free replay of ${messages} messages`,
    value: ratio,
    unit: '× JSON.parse',
    limit: 0.1,
  })),
  ...[claudeCode21, everythingOn].flatMap(detailsOf),
];
process.stdout.write(JSON.stringify(measurements));

function detailsOf(policy: Policy): Measurement[] {
  return [
    {
      name: `${policy.id}: growth of a replay with the length, beside JSON.parse`,
      value: growth(policy, isQuick ? [1_000, 10_000] : [1_000, 10_000, 100_000]),
      unit: 'exponent',
      limit: 1.1,
    },
    {
      name: `${policy.id}: sweep of ${SWEPT_VALUES} values, one thread`,
      value: fastest(2, () => sweepOf(policy)) / fastest(2, () => manyReplays(policy)),
      unit: '× a replay each',
      limit: null,
    },
    {
      name: `${policy.id}: before and after at a random call, rebuilt`,
      value: looksAt(policy),
      unit: 'ms',
      limit: 5,
    },
  ];
}

/** All in turn, so that the load of the machine affects all alike. */
function replaysBesideParse(): { readonly id: string; readonly ratio: number }[] {
  let parseMs = Number.POSITIVE_INFINITY;
  const replayMs = policies.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < WARM_ROUNDS; round++) {
    parseMs = Math.min(
      parseMs,
      fastest(1, () => {
        for (const line of lines) JSON.parse(line);
      }),
    );
    policies.forEach((policy, place) => {
      const ms = fastest(2, () => replay(material, policy, assumed()));
      replayMs[place] = Math.min(replayMs[place] ?? ms, ms);
    });
  }
  return policies.map(({ id }, place) => ({ id, ratio: (replayMs[place] ?? Number.NaN) / parseMs }));
}

/**
 * The exponent with which the time of a replay grows with the number of messages, from the shortest to the longest
 * session. The baseline is measured at each length too, with its values kept in memory: exceeding the CPU caches slows
 * both. Rounds are chosen so that each length processes the same number of messages: otherwise the short ones would avoid
 * garbage collection.
 */
function growth(policy: Policy, lengths: readonly number[]): number {
  const ratios = lengths.map((length) => {
    const transcript = transcriptFromText(readingSession(length));
    const session = replayMaterial(transcript);
    const text = transcript.messages.map((message) => JSON.stringify(message));
    const rounds = Math.ceil(GROWTH_MESSAGES / length);
    const each = (work: () => unknown) =>
      fastest(4, () => {
        for (let round = 0; round < rounds; round++) work();
      });
    return each(() => replay(session, policy, assumed())) / each(() => text.map((line) => JSON.parse(line)));
  });
  const [shortest = 1] = ratios;
  return 1 + Math.log((ratios.at(-1) ?? 1) / shortest) / Math.log((lengths.at(-1) ?? 1) / (lengths[0] ?? 1));
}

function readingSession(count: number): string {
  const text = ['window 200000', 'user 100 tokens'];
  for (let call = 0; call < count / 2; call++) {
    text.push(`call #${call} read file-${call % 50}.ts`, '---', `result #${call} ${200 + (call % 7) * 100} tokens`);
  }
  return text.join('\n');
}

function manyReplays(policy: Policy): void {
  for (let value = 0; value < SWEPT_VALUES; value++) replay(material, policy, assumed());
}

function sweepOf(policy: Policy): void {
  for (let value = 0; value < SWEPT_VALUES; value++) {
    const changed = changeSetting(policy, 'thresholds.bufferTokens', 5_000 + value * 500);
    if (!changed.ok) throw new Error(changed.error);
    replay(material, changed.value, assumed());
  }
}

async function materialOf(given: readonly string[]): Promise<ReplayMaterial> {
  const file = new Blob([given.join('\n')]);
  const read = await importFile({ name: 'replay.jsonl', size: file.size, stream: () => file.stream() });
  const transcript = read.ok ? read.value.transcripts[0] : undefined;
  if (transcript === undefined) throw new Error("The bench's own session cannot be imported");
  return replayMaterial(transcript);
}

/** As when a user looks around in a session: the median of many lookups at different calls. */
function looksAt(policy: Policy): number {
  const calls = material.transcript.calls.length;
  const lookup = new ReplayLookup(material, policy, assumed());
  lookup.at(calls - 1);
  const times = Array.from({ length: 51 }, (_, look) => {
    const call = (look * 7_919) % calls;
    return fastest(1, () => lookup.at(call));
  });
  return times.sort((a, b) => a - b)[25] ?? 0;
}

function fastest(rounds: number, work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}
