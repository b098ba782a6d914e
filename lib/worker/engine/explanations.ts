import { scoreCut } from '../../fidelity/scores/score-cut';
import { worthReading } from '../../fidelity/scores/worth-reading';
import { policyOfAgent } from '../../policies/index';
import { policyOfCall } from '../../policies/shape/earlier-policy';
import { cutAtStep } from '../../simulator/explain/cut-at-step';
import { type CallExplanation, explainCall } from '../../simulator/explain/explain-call';
import { type LostAtCall, lostAtCall } from '../../simulator/explain/lost-at-call';
import { type ModelError, modelError } from '../../simulator/explain/model-error';
import { type Predictions, predictCompactions } from '../../simulator/explain/predict-compactions';
import { type RuleOverSession, rulesOverSession, withSummaries } from '../../simulator/explain/rules-over-session';
import {
  callsWithLosses,
  type LossProgress,
  type SessionLosses,
  sessionLosses,
} from '../../simulator/explain/session-losses';
import type { ReplayMaterial } from '../../simulator/recorded/replay-material';
import { firstOfEach } from '../wire/first-of-each';
import { nextTask } from '../wire/next-task';
import type { ScoresAtCall } from './compaction-messages';
import { listedScores } from './listed-scores';
import type { EngineRequests, SimulationChoice } from './messages';
import { summarizerFor } from './replies';
import type { SessionValues } from './session-values';
import type { Simulations } from './simulations';

/** Why a simulated call is as it is, and what it cost the session. */
export class Explanations {
  constructor(
    private readonly material: ReplayMaterial,
    private readonly simulations: Simulations,
    private readonly values: SessionValues,
  ) {}

  explain({ call, ...choice }: SimulationChoice & { readonly call: number }): CallExplanation {
    const step = this.simulations.stepTo(choice, call);
    return explainCall(this.material, policyOfCall(choice, call), this.simulations.simulated(choice), step);
  }

  losses({ call, ...choice }: EngineRequests['lost-at-call']['request']): LostAtCall {
    const lost = this.lostAt(choice, call);
    return {
      ...lost,
      gone: firstOfEach(lost.gone, ({ type }) => type),
      misses: firstOfEach(lost.misses, ({ type }) => type),
    };
  }

  /** Other requests are answered in between. */
  async sessionLosses(
    choice: SimulationChoice,
    { signal, onProgress }: { readonly signal: AbortSignal; onProgress(progress: LossProgress): void },
  ): Promise<SessionLosses> {
    const calls = callsWithLosses(this.material, this.simulations.simulated(choice), choice.mode);
    const work = sessionLosses(calls, this.values.index, (call) => this.lostAt(choice, call));
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) return step.value;
      onProgress(step.value);
      await nextTask();
      signal.throwIfAborted();
    }
  }

  /** [K4] Other requests are answered in between. */
  async rulesOverSession(
    choice: SimulationChoice,
    { signal, onProgress }: { readonly signal: AbortSignal; onProgress(progress: LossProgress): void },
  ): Promise<readonly RuleOverSession[]> {
    const { messages } = this.material.transcript;
    const calls = callsWithLosses(this.material, this.simulations.simulated(choice), choice.mode);
    const cutAt = (call: number) => {
      return cutAtStep(this.material, this.simulations.indexes, this.simulations.stepTo(choice, call), choice.mode);
    };
    const work = rulesOverSession(messages, calls, cutAt, this.values.ruleEdits);
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) return step.value;
      onProgress(step.value);
      await nextTask();
      signal.throwIfAborted();
    }
  }

  private lostAt(choice: SimulationChoice, call: number): LostAtCall {
    const step = this.simulations.stepTo(choice, call);
    return lostAtCall(this.material, this.values.index, this.simulations.indexes, step, choice.mode);
  }

  scores({ call, ...choice }: EngineRequests['scores-at-call']['request']): ScoresAtCall {
    const step = this.simulations.stepTo(choice, call);
    const cut = cutAtStep(this.material, this.simulations.indexes, step, choice.mode);
    if (cut.left.length === 0) return { call, scores: [], worth: [] };
    const { index, ruleEdits } = this.values;
    const scores = scoreCut(index, withSummaries(this.material.transcript.messages, cut), { ruleEdits });
    return { call, scores: listedScores(scores), worth: worthReading(index, cut, scores) };
  }

  predictions({ policy }: EngineRequests['predict-compactions']['request']): Predictions {
    return predictCompactions(this.material, policy);
  }

  modelError(): ModelError | null {
    const policy = policyOfAgent(this.material.transcript.agent);
    return policy === undefined
      ? null
      : modelError(this.material, policy, summarizerFor({ type: 'recorded' }, this.material));
  }
}
