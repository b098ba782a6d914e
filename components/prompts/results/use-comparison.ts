import { useCallback, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { loadEngine } from '@/components/shell/stores';
import { useAnswer } from '@/components/ui/use-answer';
import type { Failure } from '@/lib/base/failure';
import { optional } from '@/lib/base/optional';
import { isSameValue } from '@/lib/base/same-value';
import type { ComparedScore } from '@/lib/fidelity/comparison/compare-scores';
import { type ScoredAnswer, type ScoredColumn, type ScoreTable, scoreTable } from '@/lib/series/tables/score-table';
import { answersIn, shownAnswer } from '@/lib/state/prompts/column-answers';
import { firstPlaceOf, viewText } from '@/lib/state/prompts/prompt-place';
import { type PromptRun, type RunResult, type RunWriter, resultOf } from '@/lib/state/prompts/prompt-run';
import type { ComparedText } from '@/lib/worker/engine/compaction-messages';
import { promptLibrary, prompts } from '../stores/prompt-stores';
import { writerTitle } from './column-title';

/** A text of a column after a round. */
export interface ComparableText {
  readonly column: string;
  /** From 1. */
  readonly place: number;
  /** From 0. */
  readonly round: number;
  /** `2, round 1`. */
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

export interface ComparedColumn {
  readonly place: number;
  /** Of what is scored: an answer may be from an earlier prompt than the one that the column has now. */
  readonly title: string;
  /** Why it has no scores here. */
  readonly isElsewhere: boolean;
  /** Its answer is incomplete, and not compared. */
  readonly isPartial: boolean;
  /** How many answers the middle is of. */
  readonly answers: number;
}

export interface Comparison {
  readonly columns: readonly ComparedColumn[];
  readonly table: ScoreTable;
  /** The round shown, from 0. */
  readonly round: number;
  /** Of the first round, from 0. */
  readonly call: number;
  readonly texts: readonly ComparableText[];
  /** In the order of the texts; undefined while it is computed. */
  readonly compared: readonly ComparedScore[] | undefined;
  readonly failure: Failure | undefined;
}

interface Shown extends ComparedColumn {
  readonly id: string;
  readonly scored: ScoredColumn;
  readonly chain: readonly RunOfText[];
}

interface RunOfText {
  readonly writer: RunWriter;
  readonly result: RunResult;
}

/** [K15] What the columns show, side by side, in the place of what was removed in the first round. */
export function useComparison(): Comparison {
  const { about, columns, calls, round, runs, chosen } = useStore(prompts);
  const saved = useStore(promptLibrary, (library) => library.runs);
  const call = calls[0] ?? 0;

  const shown = useMemo((): readonly Shown[] => {
    const board = { columns, runs, chosen };
    return columns.map(({ id, source }, index): Shown => {
      const place = index + 1;
      if (source.type === 'kept') {
        const run = saved.find((each) => each.id === source.run);
        const isHere = run?.place === about?.place && run?.call === call && run?.round === 0 && round === 0;
        const isElsewhere = run !== undefined && !(isHere && run.view === (about && viewText(about)));
        const answers = run === undefined || isElsewhere ? [] : [run];
        return { id, place, isElsewhere, ...shownOf(answers, [], run?.writer) };
      }
      const run = shownAnswer(board, id, round);
      const chain = Array.from({ length: round }, (_, before) => shownAnswer(board, id, before)).flatMap(textOf);
      const [first] = textOf(run);
      const others =
        first === undefined || isIncomplete(first)
          ? []
          : answersIn(board, id, round)
              .filter((each) => isRepeat(each, run))
              .flatMap(textOf);
      const isWhole = chain.length === round && first !== undefined;
      return { id, place, isElsewhere: false, ...shownOf(isWhole ? [first, ...others] : [], chain, first?.writer) };
    });
  }, [about, columns, call, round, runs, chosen, saved]);

  const asked = useMemo(
    () =>
      shown.flatMap(({ chain }) =>
        chain.map(({ writer, result }): ComparedText => {
          const isPrompt = writer.type === 'model';
          const prompt = isPrompt ? writer.promptText : '';
          return { summary: result.text, prompt, ...(isPrompt ? optional('scratchTag', writer.scratchTag) : {}) };
        }),
      ),
    [shown],
  );
  // While a column streams, all of this is computed with each chunk, but there is nothing new to ask.
  const texts = useSame(asked);
  const ask = useCallback(
    async (signal: AbortSignal) => {
      const place = firstPlaceOf(about, call);
      return (await loadEngine()).ask('compare-summaries', { place, texts }, { signal });
    },
    [about, call, texts],
  );
  const answer = useAnswer(texts.length < 2 ? undefined : ask);
  const failure = answer !== undefined && 'what' in answer ? answer : undefined;
  const compared = answer === undefined || 'what' in answer ? undefined : answer;

  return useMemo(
    () => ({
      columns: shown,
      table: scoreTable(
        shown.map(({ scored }) => scored),
        compared,
      ),
      round,
      call,
      texts: shown.flatMap(({ id, place, title, chain }) =>
        chain.map(({ result }, of): ComparableText => {
          const name = round === 0 ? `${place}` : `${place}, round ${of + 1}`;
          return { column: id, place, round: of, name, title, text: result.text };
        }),
      ),
      compared,
      failure,
    }),
    [shown, compared, failure, round, call],
  );
}

/** `all`: the shown answer and its repeats; `earlier`: what it goes on from. */
function shownOf(all: readonly RunOfText[], earlier: readonly RunOfText[], writer: RunWriter | undefined) {
  // A borrowed summary has not seen this context.
  const isScored = all.every(({ result }) => result.scores.length > 0);
  const answers = isScored ? all : [];
  const isPartial = answers.some(isIncomplete);
  return {
    isPartial,
    title: writer === undefined ? '' : writerTitle(writer),
    answers: answers.length,
    scored: {
      answers: answers.map(scoredAnswer),
      earlier: answers.length === 0 ? [] : earlier.map(scoredAnswer),
      isFixed: writer?.type !== 'model',
      isPartial,
    },
    chain: answers.length === 0 ? [] : [...earlier, ...answers.slice(0, 1)],
  };
}

/** Without a model, nothing is: then it says that the result cannot be used. */
function isIncomplete({ writer, result: { problem } }: RunOfText): boolean {
  return writer.type === 'model' && problem !== undefined;
}

function scoredAnswer({ result: { scores, tokens, sent } }: RunOfText): ScoredAnswer {
  const timeMs = sent?.isInBatch === true ? undefined : sent?.timeMs;
  return { scores, tokens, ...optional('dollars', sent?.dollars), ...optional('timeMs', timeMs) };
}

function textOf(run: PromptRun | undefined): readonly RunOfText[] {
  const result = resultOf(run);
  return run === undefined || result === undefined ? [] : [{ writer: run.writer, result }];
}

/** Another whole answer to exactly the same request. */
function isRepeat(run: PromptRun, shown: PromptRun | undefined): boolean {
  return run.id !== shown?.id && isSameValue(run.writer, shown?.writer) && resultOf(run)?.problem === undefined;
}

/** The earlier one, as long as they are equal. */
function useSame<Value>(value: Value): Value {
  const [kept, setKept] = useState(value);
  if (kept === value || isSameValue(kept, value)) return kept;
  setKept(value);
  return value;
}
