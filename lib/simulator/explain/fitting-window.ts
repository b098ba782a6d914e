import { modelTable } from '../../economics/model-table';
import { eraOf, eraVersion, type Policy, policyThresholds } from '../../policies/shape/policy';
import { assumed } from '../../summarizers/assumed';
import type { ReplayMaterial } from '../recorded/replay-material';
import { firstCallFrom } from '../recorded/stretches';
import { replay } from '../replay/replay';

/** [P4] The window under which a policy compacts where the recording did. */
export interface FittingWindow {
  readonly windowTokens: number;
  /** The longest reply, if it has to be another one, too. */
  readonly maxOutputTokens?: number;
  /** Recorded automatic compactions at the exact call. */
  readonly exact: number;
  readonly compactions: number;
}

/** Others that providers give models, besides those of the table. */
const MORE_WINDOWS = [64_000, 100_000, 256_000, 272_000, 372_000];
/** The likelier ones first. */
const OUTPUTS = [20_000, 16_000, 8_192, 64_000];

/** From the first call after a compaction to the next one, or to the end. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly isAutomatic: boolean;
}

/** Undefined if the window of the recording fits already, if nothing can be compared, or if no known window fits better. */
export function fittingWindow(material: ReplayMaterial, policy: Policy): FittingWindow | undefined {
  const stretches = stretchesOf(material);
  const compactions = stretches.filter(({ isAutomatic }) => isAutomatic).length;
  // In the middle of turns such a policy does not look.
  if (compactions === 0 || policy.looks?.startsWith('turns') === true) return undefined;
  const { counted } = replay(material, policy, assumed(), { mode: 'recorded' });
  const exactOf = (candidate: Policy) => exactUnder(thresholdOf(material, candidate), counted, stretches);
  const now = exactOf(policy);
  const { limits } = material;
  const windows = [...new Set([...modelTable.map(({ windowTokens }) => windowTokens), ...MORE_WINDOWS])]
    .filter((window) => window < limits.windowTokens && window > Math.max(0, ...counted))
    .sort((a, b) => a - b);
  let best: FittingWindow | undefined;
  for (const maxOutputTokens of [undefined, ...OUTPUTS]) {
    for (const windowTokens of windows) {
      const own = maxOutputTokens === undefined ? {} : { maxOutputTokens };
      const exact = exactOf({ ...policy, windowTokens, ...own });
      if (exact > Math.max(now, best?.exact ?? 0)) best = { windowTokens, ...own, exact, compactions };
    }
  }
  return best;
}

function stretchesOf({ transcript, calls }: ReplayMaterial): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let from = 0;
  for (const { kind, at, trigger } of transcript.boundaries) {
    if (kind !== 'full') continue;
    const to = firstCallFrom(transcript, at);
    const hasHistory = transcript.calls.some((call) => call.at < at);
    stretches.push({ from, to, isAutomatic: trigger === 'auto' && hasHistory });
    // The call right after a compaction was made without another check; the request for the summary may be a call of its own.
    from = to + (calls.isCompactionRequest[to] === 1 ? 2 : 1);
  }
  return [...stretches, { from, to: transcript.calls.length - 1, isAutomatic: false }];
}

function thresholdOf({ transcript, limits }: ReplayMaterial, policy: Policy): number {
  const { thresholds } = eraOf(policy, eraVersion(transcript.agent));
  const model = { window: limits.windowTokens, maxOutputTokens: limits.maxOutputTokens };
  const { auto, isAutomatic } = policyThresholds(policy, thresholds, model);
  return isAutomatic ? auto : Number.POSITIVE_INFINITY;
}

/** Fewer by one for each that is predicted where none was recorded. */
function exactUnder(threshold: number, counted: Float64Array, stretches: readonly Stretch[]): number {
  let exact = 0;
  for (const { from, to, isAutomatic } of stretches) {
    let call = from;
    while (call <= to && (counted[call] ?? 0) < threshold) call += 1;
    if (isAutomatic && call === to) exact += 1;
    else if (!isAutomatic && call <= to) exact -= 1;
  }
  return exact;
}
