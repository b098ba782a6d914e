import { isOfSource } from './interrupted-runs';
import type { KeptRun } from './prompt-kept-run';
import type { ColumnSource } from './prompts-link';

interface Cut {
  /** The query of the session. */
  readonly place: string;
  /** For the rounds up to the current one. */
  readonly calls: readonly number[];
}

/** The latest saved answer to the request of a column at a cut. */
export function keptBefore(runs: readonly KeptRun[], { place, calls }: Cut, source: ColumnSource): KeptRun | undefined {
  return runs.find(
    (run) =>
      run.place === place && [...run.earlierCalls, run.call].join() === calls.join() && isOfSource(run.writer, source),
  );
}
