import { optional } from '../../base/optional';
import { atOnce } from '../../base/steps/steps';
import { modelTable } from '../../economics/model-table';
import { otherVersions, policyById } from '../../policies/index';
import { eraOf, eraVersion, type Policy, policyThresholds } from '../../policies/shape/policy';
import { reachesAuto, type Thresholds } from '../../policies/shape/thresholds';
import { assumed } from '../../summarizers/assumed';
import type { ReplayMaterial } from '../recorded/replay-material';
import { firstCallFrom } from '../recorded/stretches';
import { type ReplaySteps, replayInSteps } from '../replay/replay';

/** [P4] The preset of the agent, and the window, under which it compacts where the recording did. */
export interface FittingWindow {
  /** Of another version of the agent, if its own does not fit as well. */
  readonly preset?: string;
  /** If it has to be another one than the recording's. */
  readonly windowTokens?: number;
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

/** Undefined if policy and window of the recording fit already, if nothing can be compared, or if nothing known fits better. */
export function fittingWindow(material: ReplayMaterial, policy: Policy): FittingWindow | undefined {
  return atOnce(fittingWindowInSteps(material, policy));
}

export function* fittingWindowInSteps(
  material: ReplayMaterial,
  policy: Policy,
): ReplaySteps<FittingWindow | undefined> {
  const stretches = stretchesOf(material);
  const compactions = stretches.filter(({ isAutomatic }) => isAutomatic).length;
  if (compactions === 0) return undefined;
  const exactOf = yield* exactUnder(material, stretches, policy);
  const own = exactOf(policy);
  let best = bestWindow(material, policy, { exact: own, compactions }, exactOf);
  for (const other of otherVersions(policy)) {
    if (best.exact === compactions) break;
    const exactOfOther = yield* exactUnder(material, stretches, other);
    const exact = exactOfOther(other);
    const first = exact > best.exact ? { preset: other.id, exact, compactions } : best;
    const found = bestWindow(material, other, first, exactOfOther);
    best = found === first ? first : { preset: other.id, ...found };
  }
  return best.exact > Math.max(0, own) ? best : undefined;
}

/** What is there already, unless another window is better. */
function bestWindow(
  { limits, recorded }: ReplayMaterial,
  policy: Policy,
  before: FittingWindow,
  exactOf: (candidate: Policy) => number,
): FittingWindow {
  const largest = recorded.timeline.used.reduce((most, used) => Math.max(most, used), 0);
  const windows = [...new Set([...modelTable.map(({ windowTokens }) => windowTokens), ...MORE_WINDOWS])]
    .filter((window) => window < limits.windowTokens && window > largest)
    .sort((a, b) => a - b);
  const { compactions } = before;
  let best = before;
  for (const maxOutputTokens of [undefined, ...OUTPUTS]) {
    for (const windowTokens of windows) {
      const given = maxOutputTokens === undefined ? { windowTokens } : { windowTokens, maxOutputTokens };
      const exact = exactOf({ ...policy, ...given });
      if (exact > Math.max(0, best.exact)) best = { ...given, exact, compactions };
    }
  }
  return best;
}

/** [P4] The policy to choose. */
export function fittingPolicy(policy: Policy, fitting: FittingWindow): Policy {
  const { preset, windowTokens, maxOutputTokens } = fitting;
  const version = preset === undefined ? policy : (policyById(preset) ?? policy);
  return { ...version, ...optional('windowTokens', windowTokens), ...optional('maxOutputTokens', maxOutputTokens) };
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

function thresholdsFor({ transcript, limits }: ReplayMaterial, policy: Policy): Thresholds {
  const { thresholds } = eraOf(policy, eraVersion(transcript.agent));
  const model = { window: limits.windowTokens, maxOutputTokens: limits.maxOutputTokens };
  return policyThresholds(policy, thresholds, model);
}

/** For every window of one preset, which counts the same: fewer by one for each predicted where none was recorded. */
function* exactUnder(
  material: ReplayMaterial,
  stretches: readonly Stretch[],
  preset: Policy,
): ReplaySteps<(candidate: Policy) => number> {
  const { counted } = yield* replayInSteps(material, preset, assumed(), { mode: 'recorded' });
  const looksAt = lookedAt(material, preset);
  return (candidate) => {
    const thresholds = thresholdsFor(material, candidate);
    if (!thresholds.isAutomatic) return 0;
    const fires = (call: number) => looksAt(call) && reachesAuto(counted[call] ?? 0, thresholds.auto, thresholds);
    let exact = 0;
    for (const { from, to, isAutomatic } of stretches) {
      let call = from;
      while (call <= to && !fires(call)) call += 1;
      if (isAutomatic && call === to) exact += 1;
      else if (!isAutomatic && call <= to) exact -= 1;
    }
    return exact;
  };
}

/** [W11] Some policies look at the first call of a turn only. */
function lookedAt({ transcript }: ReplayMaterial, { looks }: Policy): (call: number) => boolean {
  if (looks?.startsWith('turns') !== true) return () => true;
  const { messages, calls } = transcript;
  return (call) => {
    const entered = messages.slice(calls[call - 1]?.at ?? 0, calls[call]?.at);
    return entered.some(({ kind, role, origin }) => kind === 'prompt' && role === 'user' && origin === undefined);
  };
}
