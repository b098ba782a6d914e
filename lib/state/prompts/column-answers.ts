import type { PromptColumn } from './prompt-board';
import { isBySource, isRunning, type PromptRun, resultOf } from './prompt-run';

export interface Answered {
  readonly columns: readonly PromptColumn[];
  /** In the order in which they were started. */
  readonly runs: readonly PromptRun[];
  /** Ids of the answers that the user selected. */
  readonly chosen: readonly string[];
}

/**
 * The answers of a column in a round. Those of a model stay when its prompt changes. A further round has those that go on
 * from the answer shown in the round before.
 */
export function answersIn(board: Answered, column: string, round: number): readonly PromptRun[] {
  const source = board.columns.find(({ id }) => id === column)?.source;
  if (source === undefined) return [];
  const base = round === 0 ? undefined : shownAnswer(board, column, round - 1)?.id;
  if (round > 0 && base === undefined) return [];
  return board.runs.filter(
    (run) =>
      run.column === column &&
      run.round === round &&
      run.base === base &&
      (source.type === 'model' ? run.writer.type === 'model' : isBySource(run.writer, source)),
  );
}

/**
 * The selected one, the one in progress, or else the latest with a text; those of the current settings before those of
 * earlier ones.
 */
export function shownAnswer(board: Answered, column: string, round: number): PromptRun | undefined {
  const answers = answersIn(board, column, round);
  const source = board.columns.find(({ id }) => id === column)?.source;
  const current = answers.filter(({ writer }) => source !== undefined && isBySource(writer, source));
  const isChosen = ({ id }: PromptRun) => board.chosen.includes(id);
  return (
    answers.find(isChosen) ??
    answers.find((run) => isRunning(run) && run.state.type !== 'queued') ??
    current.findLast(resultOf) ??
    current.at(-1) ??
    answers.findLast(resultOf) ??
    answers.at(-1)
  );
}
