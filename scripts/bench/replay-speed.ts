import { importFile } from '../../lib/importers/import-file';
import { claudeCode21 } from '../../lib/policies/claude-code-2-1';
import { everythingOn } from '../../lib/policies/everything-on';
import type { Policy } from '../../lib/policies/policy';
import { replay } from '../../lib/simulator/replay';
import { replayedCall } from '../../lib/simulator/replay-lookup';
import { type ReplayMaterial, replayMaterial } from '../../lib/simulator/replay-material';
import { assumed } from '../../lib/summarizers/assumed';
import { transcriptFromText } from '../../lib/transcript/transcript-from-text';
import { largeSessionLines } from '../samples/large-session';
import type { BenchOptions, Measurement } from './measurement';

const MESSAGES = 10_000;
const QUICK_MESSAGES = 3_000;
/** The first rounds measure the compiler. */
const WARM_ROUNDS = 8;
/** Of the large session. */
const BYTES_PER_MESSAGE = 19_500;

/** A replay against `JSON.parse` of the same session, how it grows with the session, and a look into one call. */
export async function replaySpeed({ isQuick }: BenchOptions): Promise<Measurement[]> {
  const lines = [...largeSessionLines((isQuick ? QUICK_MESSAGES : MESSAGES) * BYTES_PER_MESSAGE, 3)];
  const material = await materialOf(lines);
  const parseMs = fastest(5, () => {
    for (const line of lines) JSON.parse(line);
  });
  const messages = material.messages.length.toLocaleString('en-US');
  return [claudeCode21, everythingOn].flatMap((policy) => [
    {
      name: `${policy.id}: free replay of ${messages} messages`,
      value: fastest(WARM_ROUNDS, () => replay(material, policy, assumed())) / parseMs,
      unit: '× JSON.parse',
      limit: 0.1,
    },
    {
      name: `${policy.id}: growth of a replay with the length of the session`,
      value: growth(policy, 1_000, isQuick ? 5_000 : 30_000),
      unit: 'exponent',
      limit: 1.1,
    },
    {
      name: `${policy.id}: before and after at a random call, rebuilt`,
      value: looksAt(material, policy),
      unit: 'ms',
      limit: 5,
    },
  ]);
}

/** The power of the number of messages with which the time grows. */
function growth(policy: Policy, few: number, many: number): number {
  const timeOf = (messages: number) => {
    const material = replayMaterial(transcriptFromText(readingSession(messages)));
    return fastest(3, () => replay(material, policy, assumed()));
  };
  return Math.log(timeOf(many) / timeOf(few)) / Math.log(many / few);
}

function readingSession(messages: number): string {
  const lines = ['window 200000', 'user 100 tokens'];
  for (let call = 0; call < messages / 2; call++) {
    lines.push(`call #${call} read file-${call % 50}.ts`, '---', `result #${call} ${200 + (call % 7) * 100} tokens`);
  }
  return lines.join('\n');
}

async function materialOf(lines: readonly string[]): Promise<ReplayMaterial> {
  const file = new Blob([lines.join('\n')]);
  const read = await importFile({ name: 'replay.jsonl', size: file.size, stream: () => file.stream() });
  const transcript = read.ok ? read.value.transcripts[0] : undefined;
  if (transcript === undefined) throw new Error("The bench's own session cannot be imported");
  return replayMaterial(transcript);
}

function looksAt(material: ReplayMaterial, policy: Policy): number {
  const calls = material.transcript.calls.length;
  const times = Array.from({ length: 9 }, (_, i) => {
    const call = Math.floor((calls * (i + 0.5)) / 9);
    return fastest(1, () => replayedCall(material, policy, assumed(), call));
  });
  return times.sort((a, b) => a - b)[4] ?? 0;
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
