import type { CompactionPlace } from '../../worker/engine/compaction-messages';
import type { SimulationView } from '../simulate/simulated-session';
import { type Answered, answersIn, shownAnswer } from './column-answers';
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
interface OnBoard extends Answered {
  readonly about: RequestedSession | undefined;
  readonly calls: readonly number[];
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
    const call = this.now.calls[round];
    if (call === undefined) return undefined;
    if (round === 0) return this.firstPlace(call);
    const before = shownAnswer(this.now, column, round - 1);
    return before === undefined || !isCompacted(before) ? undefined : { type: 'round', call, compaction: before.id };
  }

  /** Other answers may be shown meanwhile. */
  placeOfRun({ call, base }: PromptRun): CompactionPlace {
    return base === undefined ? this.firstPlace(call) : { type: 'round', call, compaction: base };
  }

  hasAnswer(column: string, round: number): boolean {
    return answersIn(this.now, column, round).length > 0;
  }

  /** For the first round. */
  firstPlace(call: number): CompactionPlace {
    return firstPlaceOf(this.now.about, call);
  }

  find(id: string): PromptRun | undefined {
    return this.now.runs.find((run) => run.id === id);
  }

  add(runs: readonly PromptRun[]): void {
    this.setRuns([...this.now.runs, ...runs].sort((a, b) => a.atMs - b.atMs));
  }

  remove(runs: readonly PromptRun[]): void {
    this.setRuns(this.now.runs.filter((run) => !runs.includes(run)));
  }

  /** Ignores a run that no longer exists. */
  replace(by: PromptRun): void {
    this.setRuns(this.now.runs.map((run) => (run.id === by.id ? by : run)));
  }

  setState(id: string, state: RunState): void {
    const run = this.find(id);
    if (run !== undefined) this.replace({ ...run, state });
  }
}
