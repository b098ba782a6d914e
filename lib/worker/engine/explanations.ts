import { scoreCut } from '../../fidelity/scores/score-cut';
import { worthReading } from '../../fidelity/scores/worth-reading';
import { policyOfAgent } from '../../policies/index';
import { cutAtStep } from '../../simulator/explain/cut-at-step';
import { type CallExplanation, explainCall } from '../../simulator/explain/explain-call';
import { type LostAtCall, lostAtCall } from '../../simulator/explain/lost-at-call';
import { type ModelError, modelError } from '../../simulator/explain/model-error';
import { type Predictions, predictCompactions } from '../../simulator/explain/predict-compactions';
import type { ReplayMaterial } from '../../simulator/recorded/replay-material';
import { firstOfEach } from '../wire/first-of-each';
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
    return explainCall(this.material, choice.policy, this.simulations.simulated(choice), step);
  }

  losses({ call, ...choice }: EngineRequests['lost-at-call']['request']): LostAtCall {
    const { indexes } = this.simulations;
    const step = this.simulations.stepTo(choice, call);
    const lost = lostAtCall(this.material, this.values.index, indexes, step, choice.mode);
    return {
      ...lost,
      gone: firstOfEach(lost.gone, ({ type }) => type),
      misses: firstOfEach(lost.misses, ({ type }) => type),
    };
  }

  scores({ call, ...choice }: EngineRequests['scores-at-call']['request']): ScoresAtCall {
    const step = this.simulations.stepTo(choice, call);
    const cut = cutAtStep(this.material, this.simulations.indexes, step, choice.mode);
    if (cut.left.length === 0) return { call, scores: [], worth: [] };
    const scores = scoreCut(this.values.index, cut);
    return { call, scores: listedScores(scores), worth: worthReading(this.values.index, cut, scores) };
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
