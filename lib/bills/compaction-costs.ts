import { costOf } from '../economics/cost';
import { modelFor } from '../economics/model-table';
import { policyOfAgent } from '../policies/index';
import { changeSetting } from '../policies/shape/change-setting';
import type { Policy } from '../policies/shape/policy';
import { lossesOfRecording } from '../simulator/explain/losses-of-recording';
import { type ReplayMaterial, replayMaterial } from '../simulator/recorded/replay-material';
import { replayWithMisses } from '../simulator/replay/replay-with-misses';
import { ValuedRecording } from '../simulator/replay/valued-recording';
import { assumed } from '../summarizers/assumed';
import { isMeasured, sent } from '../tokens/growths';
import { compactionRequestsOf } from '../tokens/side-calls';
import type { Boundary, Call, Transcript } from '../transcript/transcript';
import { type CompactionCosts, type CostOfCompaction, type ReplayedCosts, TRIED_PERCENT } from './cost-figures';

/** What only a replay can tell. It takes many times as long as reading the file. */
export function compactionCosts(transcript: Transcript): CompactionCosts {
  const material = replayMaterial(transcript);
  const values = new ValuedRecording(material);
  const compactions = costsOfCompactions(material);
  const policy = policyOfAgent(transcript.agent);
  const tried = policy === undefined ? undefined : changeSetting(policy, 'thresholds.percent', TRIED_PERCENT);
  return {
    compactions,
    neededLater: compactions.length === 0 ? 0 : lossesOfRecording(values).misses,
    replays:
      policy === undefined || tried?.ok !== true
        ? null
        : { asItIs: replayedUnder(values, policy), tried: replayedUnder(values, tried.value) },
  };
}

function replayedUnder(values: ValuedRecording, policy: Policy): ReplayedCosts {
  const { totals, compactions, misses, deadAt } = replayWithMisses(values, policy, assumed());
  const { known, unknown, dollars } = totals.cost;
  return {
    cost: known > 0 && unknown === 0 ? dollars : null,
    compactions: compactions.length,
    neededLater: misses,
    isDead: deadAt !== undefined,
  };
}

function costsOfCompactions(material: ReplayMaterial): readonly CostOfCompaction[] {
  const { transcript, recorded } = material;
  const requests = [...compactionRequestsOf(transcript)];
  const { events } = recorded.timeline;
  return transcript.boundaries.flatMap((boundary, place): readonly CostOfCompaction[] => {
    if (boundary.kind !== 'full') return [];
    const before = events.find((event) => event.boundary === place)?.before ?? 0;
    const request = requests.find(({ at }) => at === boundary.at);
    return [
      {
        timeMs: boundary.timeMs ?? null,
        ...summaryOf(material, boundary, before, request),
        ...resent(transcript, boundary, requests),
      },
    ];
  });
}

/** A summary that only the provider can read, as long as in our rules of Codex. */
const ENCRYPTED_SUMMARY = 2_500;
const SHORTEST_SUMMARY = 50;

/** Without its request in the file: everything before it is read from the cache, or sent if that had expired. */
function summaryOf(material: ReplayMaterial, boundary: Boundary, before: number, request: Call | undefined) {
  const { transcript, cache, counter } = material;
  const at = transcript.calls.findLastIndex((call) => call.at < boundary.at && isMeasured(call));
  const last = transcript.calls[at];
  const summary = transcript.messages.find(({ id }) => id === boundary.summaryMessageId);
  const model = modelFor(request?.model ?? last?.model ?? transcript.calls[0]?.model ?? '');
  if (request?.usage !== undefined) {
    return {
      isRecorded: true,
      sentTokens: sent(request),
      summaryTokens: request.usage.output,
      summaryCost: costOf(request.usage, model) ?? null,
    };
  }
  const visibleTokens = summary === undefined ? 0 : Math.round(counter.messageTokens(summary));
  const summaryTokens = visibleTokens < SHORTEST_SUMMARY ? ENCRYPTED_SUMMARY : visibleTokens;
  const idleMs = (boundary.timeMs ?? Number.NaN) - (last?.timeMs ?? Number.NaN);
  const isCached = !(idleMs > (cache.calls[at]?.ttlMs ?? 0));
  const usage = {
    input: isCached ? 0 : before,
    cacheRead: isCached ? before : 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    output: summaryTokens,
  };
  return { isRecorded: false, sentTokens: before, summaryTokens, summaryCost: costOf(usage, model) ?? null };
}

function resent({ calls }: Transcript, { at }: Boundary, requests: readonly Call[]) {
  const next = calls.find((call) => call.at >= at && isMeasured(call) && !requests.includes(call));
  if (next?.usage === undefined) return { resentTokens: 0, resentCost: 0 };
  const { extraPasses: _, ...usage } = next.usage;
  const cost = costOf({ ...usage, cacheRead: 0, output: 0 }, modelFor(next.model ?? ''));
  return { resentTokens: sent(next) - usage.cacheRead, resentCost: cost ?? null };
}
