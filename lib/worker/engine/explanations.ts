import { atOnce } from '../../base/steps/steps';
import type { Score } from '../../fidelity/scores/score';
import { scoreCut } from '../../fidelity/scores/score-cut';
import { worthReading } from '../../fidelity/scores/worth-reading';
import type { Cut } from '../../fidelity/values/cut';
import { policyOfAgent } from '../../policies/index';
import { policyOfCall } from '../../policies/shape/earlier-policy';
import type { CallStep } from '../../simulator/explain/call-step';
import { checkRecordingInSteps, type RecordingChecks } from '../../simulator/explain/check-recording';
import { cutAtStep } from '../../simulator/explain/cut-at-step';
import { type CallExplanation, explainCall } from '../../simulator/explain/explain-call';
import { type LossesOfCall, lossesByCall } from '../../simulator/explain/losses-by-call';
import { type LostAtCall, lostAtCall } from '../../simulator/explain/lost-at-call';
import { type ModelError, modelErrorInSteps } from '../../simulator/explain/model-error';
import { type RuleOverSession, rulesOverSession } from '../../simulator/explain/rules-over-session';
import {
  callsWithLosses,
  type LossProgress,
  type SessionLosses,
  sessionLosses,
} from '../../simulator/explain/session-losses';
import type { ReplayMaterial } from '../../simulator/recorded/replay-material';
import type { ReplaySteps } from '../../simulator/replay/replay';
import { summarizerFor } from '../../simulator/replay/replies';
import { firstOfEach } from '../wire/first-of-each';
import type { ScoresAtCall } from './compaction-messages';
import { listedScores } from './listed-scores';
import type { EngineRequests, SimulationChoice } from './messages';
import type { SessionValues } from './session-values';
import type { Simulations } from './simulations';

/** Why a simulated call is as it is, and what it cost the session. */
export class Explanations {
  constructor(
    private readonly material: ReplayMaterial,
    private readonly simulations: Simulations,
    private readonly values: SessionValues,
  ) {}

  *explaining({ call, ...choice }: EngineRequests['explain-call']['request']): ReplaySteps<CallExplanation> {
    const step = yield* this.simulations.steppingTo(choice, call);
    const simulation = yield* this.simulations.latestOf(choice);
    return explainCall(this.material, policyOfCall(choice, call), simulation, step);
  }

  *findingLosses({ call, ...choice }: EngineRequests['lost-at-call']['request']): ReplaySteps<LostAtCall> {
    const lost = this.lostIn(yield* this.simulations.steppingTo(choice, call), choice);
    return {
      ...lost,
      gone: firstOfEach(lost.gone, ({ type }) => type),
      misses: firstOfEach(lost.misses, ({ type }) => type),
    };
  }

  *sessionLosses(choice: SimulationChoice): Generator<LossProgress, SessionLosses> {
    const calls = yield* this.callsWithLosses(choice);
    const work = sessionLosses(calls, this.values.index, (call) => this.lostAt(choice, call));
    return yield* this.walked(choice, calls, work);
  }

  *lossesByCall(choice: SimulationChoice): Generator<LossProgress, readonly LossesOfCall[]> {
    const calls = yield* this.callsWithLosses(choice);
    const work = lossesByCall(calls, this.values.index, (call) => this.scored(choice, call)?.scores ?? []);
    return yield* this.walked(choice, calls, work);
  }

  /** [K4] */
  *rulesOverSession(choice: SimulationChoice): Generator<LossProgress, readonly RuleOverSession[]> {
    const { messages } = this.material.transcript;
    const calls = yield* this.callsWithLosses(choice);
    const work = rulesOverSession(messages, calls, (call) => this.cutAt(choice, call), this.values.ruleEdits);
    return yield* this.walked(choice, calls, work);
  }

  private *callsWithLosses(choice: SimulationChoice): Generator<LossProgress, readonly number[]> {
    for (const work = this.simulations.latestOf(choice); ; ) {
      const step = work.next();
      if (step.done) return callsWithLosses(this.material, step.value, choice.mode);
      yield { done: 0, total: 1 };
    }
  }

  /** Work that yields before each of the calls: the way to the call can be interrupted, too. */
  private *walked<Value>(
    choice: SimulationChoice,
    calls: readonly number[],
    work: Generator<LossProgress, Value>,
  ): Generator<LossProgress, Value> {
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      yield step.value;
      const call = calls[step.value.done];
      if (call === undefined) continue;
      for (const _ of this.simulations.steppingTo(choice, call)) yield step.value;
    }
  }

  private lostAt(choice: SimulationChoice, call: number): LostAtCall {
    return this.lostIn(this.simulations.stepTo(choice, call), choice);
  }

  private lostIn(step: CallStep, choice: SimulationChoice): LostAtCall {
    return lostAtCall(this.material, this.values.index, this.simulations.indexes, step, choice.mode);
  }

  *scoring({ call, ...choice }: EngineRequests['scores-at-call']['request']): ReplaySteps<ScoresAtCall> {
    const scored = this.scoredIn(yield* this.simulations.steppingTo(choice, call), choice);
    if (scored === undefined) return { call, scores: [], worth: [] };
    const { cut, scores } = scored;
    return { call, scores: listedScores(scores), worth: worthReading(this.values.index, cut, scores) };
  }

  private scored(choice: SimulationChoice, call: number) {
    return this.scoredIn(this.simulations.stepTo(choice, call), choice);
  }

  /** Undefined if nothing left the context. */
  private scoredIn(step: CallStep, choice: SimulationChoice): { cut: Cut; scores: readonly Score[] } | undefined {
    const cut = this.cutIn(step, choice);
    if (cut.left.length === 0) return undefined;
    const { index, ruleEdits } = this.values;
    return { cut, scores: scoreCut(index, cut, { ruleEdits }) };
  }

  private cutAt(choice: SimulationChoice, call: number): Cut {
    return this.cutIn(this.simulations.stepTo(choice, call), choice);
  }

  private cutIn(step: CallStep, { mode }: SimulationChoice): Cut {
    return cutAtStep(this.material, this.simulations.indexes, step, mode);
  }

  predicting({ policy }: EngineRequests['predict-compactions']['request']): ReplaySteps<RecordingChecks> {
    return checkRecordingInSteps(this.material, policy);
  }

  modelError(): ModelError | null {
    return atOnce(this.modelErrorInSteps());
  }

  *modelErrorInSteps(): ReplaySteps<ModelError | null> {
    const policy = policyOfAgent(this.material.transcript.agent);
    if (policy === undefined) return null;
    return yield* modelErrorInSteps(this.material, policy, summarizerFor({ type: 'recorded' }, this.material));
  }
}
