import { isOfSource } from './interrupted-runs';
import type { KeptRun } from './prompt-kept-run';
import type { ColumnSource } from './prompts-link';

interface Cut {
  /** The query that leads to the session. */
  readonly place: string;
  /** Of the rounds up to the one at hand. */
  readonly calls: readonly number[];
}

/** The newest answer that was kept of what a column would ask at a cut. */
export function keptBefore(runs: readonly KeptRun[], { place, calls }: Cut, source: ColumnSource): KeptRun | undefined {
  return runs.find(
    (run) =>
      run.place === place && [...run.earlierCalls, run.call].join() === calls.join() && isOfSource(run.writer, source),
  );
}
