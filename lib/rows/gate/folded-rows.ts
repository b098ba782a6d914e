import type { SessionRow } from '../session-row';
import { type MeasureId, measureIds, measures } from '../totals/measures';
import { endedEarly, hasFailed } from '../totals/replayed-session';

/** Files by number, the same under every policy: of a hundred thousand of them, the hashes are kept once. */
export class KnownFiles {
  private readonly numbers = new Map<string, number>();
  private readonly hashes: string[] = [];
  private readonly names: (string | undefined)[] = [];

  numberOf(hash: string): number {
    const known = this.numbers.get(hash);
    if (known !== undefined) return known;
    this.numbers.set(hash, this.hashes.length);
    return this.hashes.push(hash) - 1;
  }

  hashOf(number: number): string {
    return this.hashes[number] ?? '';
  }

  /** As the user named it. The last name counts. */
  name(hash: string, file: string): void {
    this.names[this.numberOf(hash)] = file;
  }

  nameOf(hash: string): string {
    return this.names[this.numbers.get(hash) ?? -1] ?? hash;
  }
}

/** Sessions of one policy, each with its sub-agents, in the order of their files: a number for each in every column. */
export interface FoldedSessions {
  readonly length: number;
  readonly files: Float64Array;
  readonly places: Float64Array;
  readonly calls: Float64Array;
  readonly flags: Uint8Array;
  /** NaN where it is unknown. */
  readonly values: Readonly<Record<MeasureId, Float64Array>>;
}

export const FAILED = 1;
export const ENDED_EARLY = 2;
const SUB_AGENT = 4;

/**
 * Rows of one policy, in any order, as the numbers that a gate needs. A row with its texts takes about ten times as much, and
 * there may be hundreds of thousands.
 */
export class FoldedRows {
  private readonly files = new Numbers();
  private readonly places = new Numbers();
  private readonly calls = new Numbers();
  private readonly flags = new Numbers();
  private readonly values = byMeasure(() => new Numbers());

  constructor(private readonly known: KnownFiles) {}

  add(row: SessionRow): void {
    const { hash, place, agentId, calls } = row.session;
    const alone = { id: hash, rows: [row] } as const;
    this.files.add(this.known.numberOf(hash));
    this.places.add(place);
    this.calls.add(calls);
    this.flags.add(
      (hasFailed(alone) ? FAILED : 0) | (endedEarly(alone) ? ENDED_EARLY : 0) | (agentId === null ? 0 : SUB_AGENT),
    );
    for (const id of measureIds) this.values[id].add(measures[id].of(alone) ?? Number.NaN);
  }

  /** A copy of a file is the same session, and counts once. */
  sessions(): FoldedSessions {
    const order = this.order();
    const files = new Float64Array(order.length);
    const places = new Float64Array(order.length);
    const calls = new Float64Array(order.length);
    const flags = new Uint8Array(order.length);
    const values = byMeasure(() => new Float64Array(order.length));
    let length = 0;
    let before: number | undefined;
    for (const row of order) {
      const isSameFile = before !== undefined && this.files.at(before) === this.files.at(row);
      if (isSameFile && before !== undefined && this.places.at(before) === this.places.at(row)) continue;
      before = row;
      const isNew = !isSameFile || (this.flags.at(row) & SUB_AGENT) === 0;
      if (isNew) {
        length += 1;
        files[length - 1] = this.files.at(row);
        places[length - 1] = this.places.at(row);
        calls[length - 1] = this.calls.at(row);
      }
      const at = length - 1;
      flags[at] = (flags[at] ?? 0) | this.flags.at(row);
      for (const id of measureIds) {
        const value = this.values[id].at(row);
        values[id][at] = isNew ? value : withSubAgent(id, values[id][at] ?? 0, value);
      }
    }
    return { length, files, places, calls, flags, values };
  }

  /** By file and place; of two with the same, the one that came first. */
  private order(): Uint32Array {
    const order = Uint32Array.from({ length: this.files.length }, (_, row) => row);
    return order.sort((a, b) => this.files.at(a) - this.files.at(b) || this.places.at(a) - this.places.at(b) || a - b);
  }
}

/** Unknown of one is unknown of all. */
function withSubAgent(id: MeasureId, session: number, subAgent: number): number {
  return measures[id].among === 'sum' ? session + subAgent : Math.max(session, subAgent);
}

function byMeasure<Value>(make: () => Value): Record<MeasureId, Value> {
  const [cost, compactions, modelCalls, peak, sent] = [make(), make(), make(), make(), make()];
  const [cacheRead, output, neededLater, dead, failures] = [make(), make(), make(), make(), make()];
  return { cost, compactions, modelCalls, peak, sent, cacheRead, output, neededLater, dead, failures };
}

/** As many as come. */
class Numbers {
  length = 0;
  private values = new Float64Array(64);

  add(value: number): void {
    if (this.length === this.values.length) {
      const longer = new Float64Array(2 * this.length);
      longer.set(this.values);
      this.values = longer;
    }
    this.values[this.length] = value;
    this.length += 1;
  }

  at(place: number): number {
    return this.values[place] ?? Number.NaN;
  }
}
