import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '../../lib/base/result';
import { addCost, costOf, noCosts } from '../../lib/economics/cost';
import { modelFor } from '../../lib/economics/model-table';
import { layers } from '../../lib/layers/index';
import { reasonText } from '../../lib/layers/reason';
import type { Policy } from '../../lib/policies/policy';
import { gateReasons } from '../../lib/simulator/gate';
import { predictCompactions } from '../../lib/simulator/predict-compactions';
import { replay } from '../../lib/simulator/replay';
import { replayMaterial } from '../../lib/simulator/replay-material';
import type { SimulatedChange, Simulation } from '../../lib/simulator/simulation';
import type { Boundary, Transcript } from '../../lib/transcript/transcript';
import { forEachTranscript } from './for-each-transcript';
import { type ChosenPolicy, policyOptions, readPolicy } from './policy-options';

interface Options {
  readonly path: string;
  readonly chosen: ChosenPolicy;
  readonly isFollowing: boolean;
  readonly isJson: boolean;
}

/** `highwater simulate FILE --policy ID`: the recording under another policy. The answer is the exit code. */
export async function simulate(words: readonly string[]): Promise<number> {
  const options = readOptions(words);
  if (!options.ok) {
    process.stderr.write(`highwater simulate: ${options.error}\n`);
    return 2;
  }
  const { path, chosen, isFollowing, isJson } = options.value;
  return forEachTranscript(path, (transcript) => {
    const report = isFollowing ? followed(transcript, chosen.policy) : replayed(transcript, chosen);
    process.stdout.write(isJson ? `${JSON.stringify(report)}\n` : asText(report));
  });
}

function readOptions(words: readonly string[]): Result<Options> {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        ...policyOptions,
        follow: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    });
    const [path] = positionals;
    if (path === undefined || positionals.length > 1) return fail('name one file');
    const chosen = readPolicy(values);
    if (!chosen.ok) return chosen;
    return ok({ path, chosen: chosen.value, isFollowing: values.follow, isJson: values.json });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

type Report = ReturnType<typeof replayed> | ReturnType<typeof followed>;

function replayed(transcript: Transcript, { policy, summarizerFor }: ChosenPolicy) {
  const material = replayMaterial(transcript);
  const simulation = replay(material, policy, summarizerFor(material));
  return {
    policy: policy.id,
    mode: 'free' as const,
    calls: simulation.calls,
    window: simulation.thresholds.window,
    threshold: simulation.thresholds.auto,
    compactions: simulation.compactions.map(compactionReport),
    recorded: recordedReport(transcript),
    failures: simulation.failures.map(({ call, layer, kind, reason }) => ({
      call,
      layer,
      kind,
      reason: reasonText(reason, layers[layer].reasons),
    })),
    deadAt: simulation.deadAt ?? null,
    totals: totalsReport(simulation),
  };
}

function compactionReport({ call, layer, trigger, before, after, reason }: SimulatedChange) {
  const words = trigger === 'reactive' ? { refused: '{size} used > {fits}, the most that fits' } : gateReasons;
  return {
    call,
    layer,
    trigger,
    before: Math.round(before),
    after: Math.round(after),
    reason: reasonText(reason, words),
  };
}

export function totalsReport({ totals: { cost, ...totals } }: Simulation) {
  return { ...totals, cost: cost.unknown > 0 ? null : cost.dollars };
}

/** The policy's compactions on the recorded context, which goes on as it was recorded. */
function followed(transcript: Transcript, policy: Policy) {
  const { timeline } = replayMaterial(transcript).recorded;
  const { checks, elsewhere } = predictCompactions(transcript, policy);
  const predicted = [...checks.flatMap((check) => check.predicted ?? []), ...elsewhere];
  const peak = timeline.used.reduce((most, used, call) => Math.max(most, used + (timeline.output[call] ?? 0)), 0);
  const sum = (column: Float64Array) => column.reduce((total, value) => total + value, 0);
  const cost = transcript.calls.reduce(
    (total, call) => addCost(total, call.usage && costOf(call.usage, modelFor(call.model ?? ''))),
    noCosts,
  );
  const usage = (name: 'input' | 'cacheRead' | 'cacheWrite5m' | 'cacheWrite1h') =>
    transcript.calls.reduce((total, call) => total + (call.usage?.[name] ?? 0), 0);
  return {
    policy: policy.id,
    mode: 'following' as const,
    calls: timeline.calls,
    window: replayMaterial(transcript).window,
    threshold: predicted[0]?.threshold ?? null,
    compactions: predicted.map(({ call, used, threshold }) => ({
      call,
      layer: 'full-compact',
      trigger: 'auto' as const,
      before: used,
      after: timeline.used[call] ?? null,
      reason: reasonText({ rule: 'G1', code: 'at-threshold', values: { used, threshold } }, gateReasons),
    })),
    recorded: recordedReport(transcript),
    failures: [],
    deadAt: null,
    totals: {
      peak,
      sent: sum(timeline.used),
      cacheRead: usage('cacheRead'),
      cacheWrite: usage('cacheWrite5m') + usage('cacheWrite1h'),
      uncached: usage('input'),
      output: sum(timeline.output),
      cost: cost.unknown > 0 ? null : cost.dollars,
      modelCalls: timeline.calls,
    },
  };
}

function recordedReport(transcript: Transcript) {
  return transcript.boundaries.map((boundary) => ({
    call: callAfter(boundary, transcript),
    kind: boundary.kind,
    trigger: boundary.trigger,
    preTokens: boundary.preTokens ?? null,
  }));
}

function callAfter(boundary: Boundary, transcript: Transcript): number {
  const call = transcript.calls.findIndex(({ at }) => at >= boundary.at);
  return call === -1 ? transcript.calls.length : call;
}

function asText(report: Report): string {
  const number = (value: number | null) => (value === null ? 'unknown' : value.toLocaleString('en-US'));
  const { totals } = report;
  const lines = [
    `${report.policy}, ${report.mode}: ${number(report.calls)} calls, window ${number(report.window)}, threshold ${number(report.threshold)}`,
    ...report.compactions.map(
      ({ call, layer, trigger, before, after, reason }) =>
        `  before call ${call}: ${layer} (${trigger}) ${number(before)} → ${number(after)}: ${reason}`,
    ),
    ...report.failures.map(({ call, layer, reason }) => `  before call ${call}: ${layer} failed: ${reason}`),
    ...(report.deadAt === null ? [] : [`  dead from call ${report.deadAt}: its context does not fit any more`]),
    `  recorded: ${report.recorded.map(({ call, kind, trigger }) => `${kind} (${trigger}) before call ${call}`).join(', ') || 'no compaction'}`,
    `  peak ${number(totals.peak)}, sent ${number(totals.sent)} (read ${number(totals.cacheRead)}, written ${number(totals.cacheWrite)}, uncached ${number(totals.uncached)}), output ${number(totals.output)}`,
    `  ${number(totals.modelCalls)} requests, cost ${totals.cost === null ? 'unknown' : `$${totals.cost.toFixed(2)}`}`,
    '',
  ];
  return `${lines.join('\n')}\n`;
}
