import type { FuzzKind } from './arbitrary-case';

/** What a case has met with, so that a run can say what it tried. */
export type Topic = 'format' | 'policy' | 'layer that acted' | 'law' | 'end';
export type Saw = (topic: Topic, name: string) => void;

interface Part {
  cases: number;
  ms: number;
  findings: number;
  readonly seeds: number[];
}

/** Counts cases by what they met with. A case counts once for each name, whatever the number of its transcripts. */
export class Coverage {
  private readonly parts = new Map<FuzzKind, Part>();
  private readonly counts = new Map<Topic, Map<string, number>>();
  private seen = new Set<string>();

  readonly saw: Saw = (topic, name) => {
    const key = `${topic} ${name}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    const names = this.counts.get(topic) ?? new Map<string, number>();
    this.counts.set(topic, names.set(name, (names.get(name) ?? 0) + 1));
  };

  begin(): void {
    this.seen = new Set();
  }

  batch(
    kind: FuzzKind,
    { seed, cases, ms }: { readonly seed: number; readonly cases: number; readonly ms: number },
  ): void {
    const part = this.part(kind);
    part.cases += cases;
    part.ms += ms;
    part.seeds.push(seed);
  }

  found(kind: FuzzKind): void {
    this.part(kind).findings += 1;
  }

  get cases(): number {
    return [...this.parts.values()].reduce((sum, { cases }) => sum + cases, 0);
  }

  get findings(): number {
    return [...this.parts.values()].reduce((sum, { findings }) => sum + findings, 0);
  }

  /** A line for each part and for each topic. */
  lines(): readonly string[] {
    const row = (...cells: readonly (string | number)[]) =>
      cells.map((cell, column) => (column === 0 ? String(cell).padEnd(12) : String(cell).padStart(10))).join('');
    const parts = [...this.parts].map(
      ([kind, { cases, ms, findings, seeds }]) =>
        `${row(kind, cases, (cases / Math.max(ms / 1_000, 0.001)).toFixed(0), findings)}   ${seedsOf(seeds)}`,
    );
    const topics = [...this.counts].map(([topic, names]) => {
      const most = [...names].toSorted((a, b) => b[1] - a[1]).map(([name, count]) => `${name} ${count}`);
      return `${topic} (${names.size}): ${most.join(', ')}`;
    });
    return [
      `${row('part', 'cases', 'per s', 'findings')}   seeds`,
      ...parts,
      '',
      'Cases by what they met with:',
      ...topics,
    ];
  }

  private part(kind: FuzzKind): Part {
    const part = this.parts.get(kind) ?? { cases: 0, ms: 0, findings: 0, seeds: [] };
    this.parts.set(kind, part);
    return part;
  }
}

function seedsOf(seeds: readonly number[]): string {
  const [first = 0, second = first] = seeds;
  const last = seeds.at(-1) ?? first;
  if (first === last) return String(first);
  return second - first === 1 ? `${first} to ${last}` : `${first} to ${last}, each ${second - first}th`;
}
