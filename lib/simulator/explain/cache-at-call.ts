import { optional } from '../../base/optional';
import { costOf } from '../../economics/cost';
import { modelFor } from '../../economics/model-table';
import { type CacheReason, cacheReasons } from '../../economics/prompt-cache';
import type { PartPlace } from '../../layers/shape/context';
import type { Simulation } from '../pipeline/simulation';
import type { ReplayMaterial } from '../recorded/replay-material';
import { type CallStep, carriedTokens } from './call-step';

/** [E1] What one call of a replay read from the cache, and why not more. */
export interface CacheAtCall {
  readonly read: number;
  readonly written: number;
  readonly uncached: number;
  readonly why: CacheReason;
  /** Since the previous call. */
  readonly pauseMs?: number;
  /** The first part that differs from the previous request, by its position in this one. */
  readonly firstChange?: PartPlace;
  /** What was sent before, or replaces something that was, and was not read. */
  readonly brokenTokens: number;
  /** In $: the extra cost compared with reading it. Missing if prices are unknown. */
  readonly brokenCost?: number;
}

export function cacheAtCall(
  { transcript }: ReplayMaterial,
  simulation: Pick<Simulation, 'cacheRead' | 'cacheWritten' | 'uncached' | 'cacheReason'>,
  step: CallStep,
): CacheAtCall {
  const { call } = step.at;
  const read = simulation.cacheRead[call] ?? 0;
  const written = simulation.cacheWritten[call] ?? 0;
  const uncached = simulation.uncached[call] ?? 0;
  const carried = step.previous === undefined ? 0 : carriedTokens(step) + step.at.systemTokens;
  const why = cacheReasons[simulation.cacheReason[call] ?? 0] ?? 'hit';
  // A prefix that is too short to be cached could not have been read anyway.
  const cached = why === 'below-minimum' ? 0 : Math.min(Math.round(carried), read + written + uncached);
  const brokenTokens = Math.max(0, cached - read);
  const now = transcript.calls[call];
  const thenMs = transcript.calls[call - 1]?.timeMs;
  return {
    read,
    written,
    uncached,
    why,
    brokenTokens,
    ...optional('pauseMs', now?.timeMs === undefined || thenMs === undefined ? undefined : now.timeMs - thenMs),
    ...optional('firstChange', firstChange(step)),
    ...optional('brokenCost', costOfBreak({ read, written, uncached }, brokenTokens, now?.model ?? '')),
  };
}

/** Undefined if the previous request is still a prefix of this one. */
function firstChange({ at, previous }: CallStep): PartPlace | undefined {
  const { blocks } = at.unchanged;
  const sent = previous?.after.reduce((sum, { parts }) => sum + parts.length, 0) ?? 0;
  if (blocks >= sent) return undefined;
  let passed = 0;
  for (const [message, { message: of, parts }] of at.after.entries()) {
    if (passed + parts.length > blocks) {
      const was = at.before.find((each) => each.message.id === of.id)?.parts;
      return {
        message,
        part: Math.max(0, was === undefined ? 0 : parts.findIndex((held, part) => held !== was[part])),
      };
    }
    passed += parts.length;
  }
  return undefined;
}

function costOfBreak(
  { read, written, uncached }: Pick<CacheAtCall, 'read' | 'written' | 'uncached'>,
  brokenTokens: number,
  modelId: string,
): number | undefined {
  const ofWritten = Math.min(written, brokenTokens);
  const price = (broken: { readonly written: number; readonly uncached: number }) =>
    costOf(
      {
        input: uncached - broken.uncached,
        cacheRead: read + broken.written + broken.uncached,
        cacheWrite5m: written - broken.written,
        cacheWrite1h: 0,
        output: 0,
      },
      modelFor(modelId),
    );
  const paid = price({ written: 0, uncached: 0 });
  const unbroken = price({ written: ofWritten, uncached: brokenTokens - ofWritten });
  return paid === undefined || unbroken === undefined ? undefined : paid - unbroken;
}
