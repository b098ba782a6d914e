import type { Score, ScoreItem } from '../../fidelity/scores/score';
import type { ScoreId } from '../../fidelity/scores/score-definitions';
import { isNeeded } from '../../fidelity/values/used-later';
import type { ValueIndex } from '../../fidelity/values/value-index';
import type { LossProgress } from './session-losses';

/** [K1] [K2] [K4] */
export interface LossCounts {
  /** Distinct exact values that left the context and were never lost. */
  readonly kept: number;
  readonly lost: number;
  /** Of the values lost, those that the model needs later, without being shown them again; each use counts once. */
  readonly misses: number;
  /** Rules of the user in what left the context, and those that the rest does not preserve. */
  readonly rules: number;
  readonly rulesLost: number;
}

/** What left the context before a call. */
export interface LossesOfCall {
  readonly call: number;
  readonly here: LossCounts;
  /** Over all calls up to this one: a value lost twice counts once. */
  readonly soFar: LossCounts;
}

/**
 * The scores of every call before which something left the context, added up call by call: the last sum has the figures of
 * `sessionLosses`. Yields before each call, because every one of them takes a while.
 */
export function* lossesByCall(
  calls: readonly number[],
  index: ValueIndex,
  scoresAt: (call: number) => readonly Score[],
): Generator<LossProgress, readonly LossesOfCall[]> {
  const soFar = new LossSum(index);
  const found: LossesOfCall[] = [];
  for (const [done, call] of calls.entries()) {
    yield { done, total: calls.length };
    const scores = scoresAt(call);
    if (scores.length === 0) continue;
    const here = new LossSum(index);
    here.add(scores);
    soFar.add(scores);
    found.push({ call, here: here.counts, soFar: soFar.counts });
  }
  return found;
}

class LossSum {
  private readonly left = new Set<string>();
  private readonly lost = new Set<string>();
  private readonly missed = new Set<string>();
  private readonly rules = new Set<string>();
  private readonly rulesLost = new Set<string>();

  constructor(private readonly index: ValueIndex) {}

  add(scores: readonly Score[]): void {
    for (const item of itemsOf(scores, 'exact-values')) {
      const value = `${item.kind} ${item.text}`;
      this.left.add(value);
      if (item.state === 'found') continue;
      this.lost.add(value);
      if (isNeeded(item) && item.used !== undefined) this.missed.add(`${this.index.rowOf(item.used)} ${item.text}`);
    }
    for (const { text, state } of itemsOf(scores, 'rules-preserved')) {
      this.rules.add(text);
      if (state !== 'found') this.rulesLost.add(text);
    }
  }

  get counts(): LossCounts {
    const lost = this.lost.size;
    return {
      kept: this.left.size - lost,
      lost,
      misses: this.missed.size,
      rules: this.rules.size,
      rulesLost: this.rulesLost.size,
    };
  }
}

function itemsOf(scores: readonly Score[], id: ScoreId): readonly ScoreItem[] {
  return scores.find((score) => score.id === id)?.items ?? [];
}
