import type { ToolCallId } from '../transcript/transcript';
import type { Memory } from './memory';

export type ResultDecision = 'stored' | 'whole';

type Decisions = Memory['resultDecisions'];

interface Numbered {
  readonly decision: ResultDecision;
  readonly number: number;
}

/**
 * The decisions with more of them; what was decided already stays. Those given are not changed. A copy for every call
 * would make a replay of n calls cost n², so all share one growing map, of which each sees what stood in it at its time.
 */
export function withDecisions(given: Decisions, added: Iterable<readonly [ToolCallId, ResultDecision]>): Decisions {
  const decisions = given instanceof DecisionsSoFar ? given : DecisionsSoFar.of(given);
  return decisions.with(added);
}

class DecisionsSoFar implements Decisions {
  private constructor(
    private readonly all: Map<ToolCallId, Numbered>,
    readonly size: number,
  ) {}

  static of(decisions: Iterable<readonly [ToolCallId, ResultDecision]>): DecisionsSoFar {
    return new DecisionsSoFar(new Map(), 0).with(decisions);
  }

  with(added: Iterable<readonly [ToolCallId, ResultDecision]>): DecisionsSoFar {
    // Someone else has gone on from here already: what they added must not be seen by those who go on from this.
    if (this.all.size > this.size) return DecisionsSoFar.of(this).with(added);
    for (const [id, decision] of added) {
      if (!this.all.has(id)) this.all.set(id, { decision, number: this.all.size });
    }
    return new DecisionsSoFar(this.all, this.all.size);
  }

  get(id: ToolCallId): ResultDecision | undefined {
    const found = this.all.get(id);
    return found !== undefined && found.number < this.size ? found.decision : undefined;
  }

  has(id: ToolCallId): boolean {
    return this.get(id) !== undefined;
  }

  *entries(): Generator<[ToolCallId, ResultDecision], undefined> {
    for (const [id, { decision, number }] of this.all) {
      if (number >= this.size) return undefined;
      yield [id, decision];
    }
    return undefined;
  }

  *keys(): Generator<ToolCallId, undefined> {
    for (const [id] of this.entries()) yield id;
    return undefined;
  }

  *values(): Generator<ResultDecision, undefined> {
    for (const [, decision] of this.entries()) yield decision;
    return undefined;
  }

  [Symbol.iterator](): Generator<[ToolCallId, ResultDecision], undefined> {
    return this.entries();
  }

  forEach(visit: (decision: ResultDecision, id: ToolCallId, decisions: Decisions) => void): void {
    for (const [id, decision] of this.entries()) visit(decision, id, this);
  }
}
