import { optional } from '../../base/optional';
import { actors, layers } from '../../layers/index';
import { outputLimitFor, type Policy } from '../../policies/shape/policy';
import { isMeasured } from '../../tokens/growths';
import { isFollowing } from '../pipeline/replay-mode';
import type { Simulation } from '../pipeline/simulation';
import type { Verdict } from '../pipeline/verdict';
import type { ReplayMaterial } from '../recorded/replay-material';
import { stretchesOf } from '../recorded/stretches';
import { type BillAtCall, billAtCall } from './bill-at-call';
import { type CacheAtCall, cacheAtCall } from './cache-at-call';
import { type CallStep, entered } from './call-step';
import { type Equation, type EquationFacts, equationOf, fitsEquation } from './equation';
import { type UsedSum, usedSum } from './used-sum';

/** [G5] Why a policy acted as it did before a call, with the session's numbers. Contains no text of the session. */
export interface CallExplanation {
  readonly call: number;
  /**
   * The equation of the gate; then that of a rejected request. Empty if the session was already dead, and for a recording
   * whose rules are unknown.
   */
  readonly equations: readonly Equation[];
  /** [X1] Nothing was sent any more. */
  readonly isDead: boolean;
  readonly used?: UsedSum;
  /** The next threshold above. */
  readonly next?: NextLine;
  /** Nothing was sent any more, or nothing was done. */
  readonly cache?: CacheAtCall;
  readonly bill?: BillAtCall;
  /** If nothing was measured, every size is an estimate. */
  readonly hasUsage: boolean;
}

/** The parts of a simulation that are needed. */
export type ExplainedSimulation = Pick<
  Simulation,
  | 'mode'
  | 'used'
  | 'output'
  | 'counted'
  | 'cacheRead'
  | 'cacheWritten'
  | 'uncached'
  | 'cacheReason'
  | 'changes'
  | 'forks'
  | 'thrash'
>;

export interface NextLine {
  readonly line: 'warning' | 'error' | 'auto' | 'blocking';
  readonly tokens: number;
  readonly missing: number;
}

export function explainCall(
  material: ReplayMaterial,
  policy: Policy,
  simulation: ExplainedSimulation,
  step: CallStep,
): CallExplanation {
  const { at } = step;
  const judged = at.verdicts.find(({ by }) => by === 'gate');
  // A recording is judged by its agent's rules, or by nothing.
  const verdict = simulation.mode === 'recorded' && !compacts(policy) ? undefined : judged;
  const facts = verdict && equationFacts(material, policy, simulation, step, verdict);
  const cache = at.isDead ? undefined : cacheAtCall(material, simulation, step);
  return {
    call: at.call,
    equations: facts === undefined ? [] : equations(facts, step),
    isDead: judged === undefined,
    ...optional('used', judged && usedAtCall(material, policy, simulation, step)),
    ...optional('next', facts && nextLine(facts)),
    ...optional('cache', cache),
    ...optional('bill', cache && billAtCall(material, simulation, step, cache)),
    hasUsage: material.transcript.calls.some(isMeasured),
  };
}

function compacts({ layers: own }: Policy): boolean {
  return own.some(({ layer, isOn }) => isOn && layers[layer].turn === 'gate');
}

function equationFacts(
  material: ReplayMaterial,
  policy: Policy,
  simulation: ExplainedSimulation,
  { at }: CallStep,
  verdict: Verdict,
): EquationFacts {
  const { call, isDead } = at;
  const stretch = stretchesOf(material.transcript, policy, material.limits).findLast(({ from }) => from <= call);
  if (stretch === undefined) throw new Error('Every call belongs to a stretch');
  const { windowTokens, maxOutputTokens } = material.limits;
  return {
    policy: { ...policy, maxOutputTokens: outputLimitFor(policy, maxOutputTokens) },
    rule: stretch.rule,
    thresholds: stretch.thresholds,
    modelWindow: windowTokens,
    verdict,
    used: simulation.counted[call] ?? 0,
    size: verdict.before,
    wasTaken: isFollowing(simulation.mode) && !isDead,
  };
}

function equations(facts: EquationFacts, { at }: CallStep): readonly Equation[] {
  const gate = equationOf(facts);
  const wasRefused = at.isDead || at.verdicts.some(isRecovery);
  const fits = fitsEquation(facts);
  return wasRefused && fits.isReached && fits.text !== gate.text ? [gate, fits] : [gate];
}

/** Without the checks that run before every call with media. */
function isRecovery({ by, trigger, type }: Verdict): boolean {
  if (by === 'gate' || trigger !== 'reactive') return false;
  return type === 'changed' || actors[by].turn !== 'refused';
}

function usedAtCall(
  { transcript, recorded }: ReplayMaterial,
  policy: Policy,
  simulation: ExplainedSimulation,
  step: CallStep,
): UsedSum | undefined {
  const { call, before, counted } = step.at;
  if (counted === undefined) return undefined;
  const last = call - 1;
  const output = simulation.output[last] ?? 0;
  const reply = transcript.calls[last];
  return usedSum({
    policy,
    call,
    used: simulation.counted[call] ?? 0,
    counted,
    systemTokens: step.at.systemTokens,
    messages: before.length,
    addedMessages: entered(step).filter(({ message }) => message.callId === undefined || message.callId !== reply?.id)
      .length,
    isMeasured: recorded.timeline.isMeasured[call] === 1,
    last:
      call === 0
        ? undefined
        : {
            tokens: (simulation.used[last] ?? 0) + output,
            parts: {
              input: simulation.uncached[last] ?? 0,
              cacheRead: simulation.cacheRead[last] ?? 0,
              cacheWritten: simulation.cacheWritten[last] ?? 0,
              output,
            },
            recorded: reply?.usage,
            isOutputEstimated: output !== (reply?.usage?.output ?? 0),
          },
  });
}

/** [W4] Warning and error are one line if they coincide. */
function nextLine({ thresholds, used }: EquationFacts): NextLine | undefined {
  const { warning, error, auto, blocking, isAutomatic } = thresholds;
  // [W7] Above its threshold by at least one token.
  const reachedFrom = thresholds.isAutoAbove === true ? auto + 1 : auto;
  const lines = [
    ...(warning < error ? [{ line: 'warning', tokens: warning } as const] : []),
    { line: 'error', tokens: error } as const,
    isAutomatic ? ({ line: 'auto', tokens: auto } as const) : ({ line: 'blocking', tokens: blocking } as const),
  ];
  const from = ({ line, tokens }: Omit<NextLine, 'missing'>) => (line === 'auto' ? reachedFrom : tokens);
  const [next] = lines.filter((each) => used < from(each)).sort((a, b) => a.tokens - b.tokens);
  return next && { ...next, missing: from(next) - Math.floor(used) };
}
