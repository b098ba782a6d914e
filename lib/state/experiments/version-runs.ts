import type { Answer } from '../../experiments/experiment';
import type { VersionRun } from '../../experiments/prompt-versions';
import { placeToQuery } from '../sessions/session-place';
import type { Experiment, PlacedBoundary } from './experiment-record';

/** [V5] What all experiments say about one prompt. */
export async function versionRuns(
  kept: readonly Experiment[],
  promptId: string,
  answersOf: (id: string) => Promise<readonly Answer[]>,
): Promise<readonly VersionRun[]> {
  const runs = await Promise.all(
    kept.map(async ({ id, createdMs, rows, boundaries }) => {
      const own = rows.flatMap((row) => (row.type === 'model' && row.promptId === promptId ? [row] : []));
      if (own.length === 0) return [];
      const answers = await answersOf(id);
      return own.flatMap((row) =>
        boundaries.map((boundary): VersionRun => {
          const inCell = answers.filter((answer) => answer.row === row.id && answer.boundary === boundary.id);
          return { experiment: id, atMs: createdMs, row, boundary: boundaryName(boundary), answers: inCell };
        }),
      );
    }),
  );
  return runs.flat().filter(({ answers }) => answers.length > 0);
}

/** The same in every experiment. */
function boundaryName({ session, place }: PlacedBoundary): string {
  return JSON.stringify([placeToQuery(session), place]);
}
