import type { CompactionPlace } from '../../worker/engine/compaction-messages';
import type { SimulationView } from '../simulate/simulated-session';
import { firstPlaceOf } from './prompt-place';
import { isCompacted, type PromptRun, type RunState } from './prompt-run';
import type { ColumnSource } from './prompts-link';

export interface PromptColumn {
  readonly id: string;
  readonly source: ColumnSource;
}

export interface RequestedSession {
  /** The query that leads to it. */
  readonly place: string;
  readonly title: string;
  /** What is compacted is what a policy left of the recording. */
  readonly simulated?: SimulationView;
}

/** What there is to run, and what has been run. */
interface OnBoard {
  readonly about: RequestedSession | undefined;
  readonly columns: readonly PromptColumn[];
  readonly calls: readonly number[];
  readonly runs: readonly PromptRun[];
}

/** The columns of a cut with their runs. */
export class PromptBoard {
  constructor(
    private readonly read: () => OnBoard,
    private readonly setRuns: (runs: readonly PromptRun[]) => void,
  ) {}

  get now(): OnBoard {
    return this.read();
  }

  /** Of a later round there is none before the round before has come to its end. */
  placeOf(column: string, round: number): CompactionPlace | undefined {
    const { calls, runs } = this.now;
    const call = calls[round];
    if (call === undefined) return undefined;
    if (round === 0) return this.firstPlace(call);
    const before = runs.find((run) => run.column === column && run.round === round - 1 && isCompacted(run));
    return before === undefined ? undefined : { type: 'round', call, compaction: before.id };
  }

  /** Of the first round. */
  firstPlace(call: number): CompactionPlace {
    return firstPlaceOf(this.now.about, call);
  }

  find(id: string): PromptRun | undefined {
    return this.now.runs.find((run) => run.id === id);
  }

  add(runs: readonly PromptRun[]): void {
    this.setRuns([...this.now.runs, ...runs]);
  }

  remove(runs: readonly PromptRun[]): void {
    this.setRuns(this.now.runs.filter((run) => !runs.includes(run)));
  }

  /** Of one that is not there any more nothing changes. */
  setState(id: string, state: RunState): void {
    this.setRuns(this.now.runs.map((run) => (run.id === id ? { ...run, state } : run)));
  }
}
