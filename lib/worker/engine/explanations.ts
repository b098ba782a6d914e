import type { Score } from '../../fidelity/scores/score';
import { scoreCut } from '../../fidelity/scores/score-cut';
import { worthReading } from '../../fidelity/scores/worth-reading';
import type { Cut } from '../../fidelity/values/cut';
import { policyOfAgent } from '../../policies/index';
import { policyOfCall } from '../../policies/shape/earlier-policy';
import { checkRecording, type RecordingChecks } from '../../simulator/explain/check-recording';
import { cutAtStep } from '../../simulator/explain/cut-at-step';
import { type CallExplanation, explainCall } from '../../simulator/explain/explain-call';
import { type LossesOfCall, lossesByCall } from '../../simulator/explain/losses-by-call';
import { type LostAtCall, lostAtCall } from '../../simulator/explain/lost-at-call';
import { type ModelError, modelError } from '../../simulator/explain/model-error';
import { type RuleOverSession, rulesOverSession } from '../../simulator/explain/rules-over-session';
import {
  callsWithLosses,
  type LossProgress,
  type SessionLosses,
  sessionLosses,
} from '../../simulator/explain/session-losses';
import type { ReplayMaterial } from '../../simulator/recorded/replay-material';
import { summarizerFor } from '../../simulator/replay/replies';
import { firstOfEach } from '../wire/first-of-each';
import { nextTask } from '../wire/next-task';
import type { ScoresAtCall } from './compaction-messages';
import { listedScores } from './listed-scores';
import type { EngineRequests, SimulationChoice } from './messages';
import type { SessionValues } from './session-values';
import type { Simulations } from './simulations';

interface CountedBy {
  readonly signal: AbortSignal;
  onProgress(progress: LossProgress): void;
}

/** Other requests are answered in between. */
async function inSlices<Counted>(work: Generator<LossProgress, Counted>, { signal, onProgress }: CountedBy) {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    onProgress(step.value);
    await nextTask();
    signal.throwIfAborted();
  }
}

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

  async sessionLosses(choice: SimulationChoice, by: CountedBy): Promise<SessionLosses> {
    const calls = this.callsWithLosses(choice);
    return inSlices(
      sessionLosses(calls, this.values.index, (call) => this.lostAt(choice, call)),
      by,
    );
  }

  async lossesByCall(choice: SimulationChoice, by: CountedBy): Promise<readonly LossesOfCall[]> {
    const calls = this.callsWithLosses(choice);
    return inSlices(
      lossesByCall(calls, this.values.index, (call) => this.scored(choice, call)?.scores ?? []),
      by,
    );
  }

  private callsWithLosses(choice: SimulationChoice): readonly number[] {
    return callsWithLosses(this.material, this.simulations.simulated(choice), choice.mode);
  }

  /** [K4] */
  async rulesOverSession(choice: SimulationChoice, by: CountedBy): Promise<readonly RuleOverSession[]> {
    const { messages } = this.material.transcript;
    const calls = this.callsWithLosses(choice);
    return inSlices(
      rulesOverSession(messages, calls, (call) => this.cutAt(choice, call), this.values.ruleEdits),
      by,
    );
  }

  private lostAt(choice: SimulationChoice, call: number): LostAtCall {
    const step = this.simulations.stepTo(choice, call);
    return lostAtCall(this.material, this.values.index, this.simulations.indexes, step, choice.mode);
  }

  scores({ call, ...choice }: EngineRequests['scores-at-call']['request']): ScoresAtCall {
    const scored = this.scored(choice, call);
    if (scored === undefined) return { call, scores: [], worth: [] };
    const { cut, scores } = scored;
    return { call, scores: listedScores(scores), worth: worthReading(this.values.index, cut, scores) };
  }

  /** Undefined if nothing left the context. */
  private scored(choice: SimulationChoice, call: number): { cut: Cut; scores: readonly Score[] } | undefined {
    const cut = this.cutAt(choice, call);
    if (cut.left.length === 0) return undefined;
    const { index, ruleEdits } = this.values;
    return { cut, scores: scoreCut(index, cut, { ruleEdits }) };
  }

  private cutAt(choice: SimulationChoice, call: number): Cut {
    return cutAtStep(this.material, this.simulations.indexes, this.simulations.stepTo(choice, call), choice.mode);
  }

  predictions({ policy }: EngineRequests['predict-compactions']['request']): RecordingChecks {
    return checkRecording(this.material, policy);
  }

  modelError(): ModelError | null {
    const policy = policyOfAgent(this.material.transcript.agent);
    return policy === undefined
      ? null
      : modelError(this.material, policy, summarizerFor({ type: 'recorded' }, this.material));
  }
}
