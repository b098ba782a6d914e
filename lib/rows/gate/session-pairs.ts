import type { MeasureId } from '../totals/measures';
import { ENDED_EARLY, FAILED, type FoldedRows, type FoldedSessions, type KnownFiles } from './folded-rows';

/** What tells one session from the others. */
export interface CheckedSession {
  readonly hash: string;
  readonly place: number;
  readonly calls: number;
}

/** Sessions under our policy and under the baseline: those that are under both, by number. */
export class SessionPairs {
  readonly length: number;
  /** Without the other side. */
  readonly onlyOurs: number;
  readonly onlyBaseline: number;
  private readonly ours: FoldedSessions;
  private readonly baseline: FoldedSessions;
  private readonly oursAt: Uint32Array;
  private readonly baselineAt: Uint32Array;

  constructor(
    private readonly known: KnownFiles,
    ours: FoldedRows,
    baseline: FoldedRows,
  ) {
    this.ours = ours.sessions();
    this.baseline = ours === baseline ? this.ours : baseline.sessions();
    const most = Math.min(this.ours.length, this.baseline.length);
    this.oursAt = new Uint32Array(most);
    this.baselineAt = new Uint32Array(most);
    let pairs = 0;
    for (let own = 0, their = 0; own < this.ours.length && their < this.baseline.length; ) {
      const order = compare(this.ours, own, this.baseline, their);
      if (order === 0) {
        this.oursAt[pairs] = own;
        this.baselineAt[pairs] = their;
        pairs += 1;
      }
      if (order <= 0) own += 1;
      if (order >= 0) their += 1;
    }
    this.length = pairs;
    this.onlyOurs = this.ours.length - pairs;
    this.onlyBaseline = this.baseline.length - pairs;
  }

  /** NaN where it is unknown. */
  ofOurs(id: MeasureId, pair: number): number {
    return this.ours.values[id][this.oursAt[pair] ?? 0] ?? Number.NaN;
  }

  ofBaseline(id: MeasureId, pair: number): number {
    return this.baseline.values[id][this.baselineAt[pair] ?? 0] ?? Number.NaN;
  }

  /** Why the figures of a pair cannot be compared: one of them is of less work, or missing. */
  whyNotCompared(pair: number): 'no-result' | 'ended-early' | undefined {
    const flags =
      (this.ours.flags[this.oursAt[pair] ?? 0] ?? 0) | (this.baseline.flags[this.baselineAt[pair] ?? 0] ?? 0);
    if ((flags & FAILED) !== 0) return 'no-result';
    return (flags & ENDED_EARLY) !== 0 ? 'ended-early' : undefined;
  }

  session(pair: number): CheckedSession {
    const at = this.oursAt[pair] ?? 0;
    const { files, places, calls } = this.ours;
    return { hash: this.known.hashOf(files[at] ?? -1), place: places[at] ?? 0, calls: calls[at] ?? 0 };
  }
}

/** Both are in the order of their files. */
function compare(a: FoldedSessions, own: number, b: FoldedSessions, their: number): number {
  return (a.files[own] ?? 0) - (b.files[their] ?? 0) || (a.places[own] ?? 0) - (b.places[their] ?? 0);
}
