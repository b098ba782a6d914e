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
  /** Its query. */
  readonly place: string;
  readonly title: string;
  /** Compacts what a policy left of the recording. */
  readonly simulated?: SimulationView;
}

/** The columns of a cut, and their runs. */
interface OnBoard {
  readonly about: RequestedSession | undefined;
  readonly columns: readonly PromptColumn[];
  readonly calls: readonly number[];
  readonly runs: readonly PromptRun[];
}

/** Stores the runs of the columns of a cut. */
export class PromptBoard {
  constructor(
    private readonly read: () => OnBoard,
    private readonly setRuns: (runs: readonly PromptRun[]) => void,
  ) {}

  get now(): OnBoard {
    return this.read();
  }

  /** A later round has no runs until the previous one has finished. */
  placeOf(column: string, round: number): CompactionPlace | undefined {
    const { calls, runs } = this.now;
    const call = calls[round];
    if (call === undefined) return undefined;
    if (round === 0) return this.firstPlace(call);
    const before = runs.find((run) => run.column === column && run.round === round - 1 && isCompacted(run));
    return before === undefined ? undefined : { type: 'round', call, compaction: before.id };
  }

  /** For the first round. */
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

  /** Ignores a run that no longer exists. */
  setState(id: string, state: RunState): void {
    this.setRuns(this.now.runs.map((run) => (run.id === id ? { ...run, state } : run)));
  }
}
