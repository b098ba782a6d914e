import { ValueIndex } from '../fidelity/value-index';
import type { GoneValue } from '../fidelity/what-was-lost';
import { type CallExplanation, explainCall } from '../simulator/explain-call';
import { type LostAtCall, lostAtCall } from '../simulator/lost-at-call';
import { type Predictions, predictCompactions } from '../simulator/predict-compactions';
import type { ReplayMaterial } from '../simulator/replay-material';
import type { EngineRequests, SimulationChoice } from './messages';
import { nextTask } from './next-task';
import type { Simulations } from './simulations';

/** Of each type the page is told no more; how many there are, is in the counts. */
const MOST_LISTED = 500;

/** Why a simulated call is as it is, and what it cost the session. */
export class Explanations {
  private index: ValueIndex | undefined;
  private readonly indexing: Generator<undefined, ValueIndex>;

  constructor(
    private readonly material: ReplayMaterial,
    private readonly simulations: Simulations,
  ) {
    this.indexing = ValueIndex.of(material.transcript.messages);
  }

  explain({ call, ...choice }: SimulationChoice & { readonly call: number }): CallExplanation {
    const step = this.simulations.stepTo(choice, call);
    return explainCall(this.material, choice.policy, this.simulations.simulated(choice), step);
  }

  /** Reads everything once, piece by piece: of a large session that takes seconds, and others are answered meanwhile. */
  async prepareLosses(signal: AbortSignal): Promise<void> {
    while (this.index === undefined && !signal.aborted) {
      const step = this.indexing.next();
      if (step.done) this.index = step.value;
      else await nextTask();
    }
  }

  losses({ call, ...choice }: EngineRequests['lost-at-call']['request']): LostAtCall {
    if (this.index === undefined) throw new Error('The values are not indexed yet');
    const { indexes } = this.simulations;
    const lost = lostAtCall(this.material, this.index, indexes, this.simulations.stepTo(choice, call), choice.mode);
    return { ...lost, gone: firstOfEach(lost.gone), misses: firstOfEach(lost.misses) };
  }

  predictions({ policy }: EngineRequests['predict-compactions']['request']): Predictions {
    return predictCompactions(this.material, policy);
  }
}

function firstOfEach<Value extends GoneValue>(values: readonly Value[]): readonly Value[] {
  const listed = new Map<string, number>();
  return values.filter(({ type }) => {
    const before = listed.get(type) ?? 0;
    listed.set(type, before + 1);
    return before < MOST_LISTED;
  });
}
