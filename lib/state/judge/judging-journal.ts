import * as v from 'valibot';
import type { Result } from '../../base/result';
import {
  count,
  exactly,
  flag,
  forgivingObject,
  ifGood,
  listOf,
  type Parsed,
  parseBy,
  text,
  textTable,
} from '../../base/schema';
import {
  estimatesTogether,
  type JudgeEstimate,
  judgeEstimate,
  REQUESTS_PER_TRIAL,
  verdictEstimate,
} from '../../judge/judge-estimate';
import type { CompactionPlace } from '../../worker/engine/compaction-messages';
import { type Judgement, judgementToShow, keptJudgement } from '../prompts/prompt-judgement';

const VERSION = 1;

const judgedText = forgivingObject({
  /** Id of its run. */
  run: text,
  /** As the column shows it. By it, a page finds the judgement again: a summary by rules has no run that is stored. */
  text,
  /** Masked, as it is sent. */
  summary: text,
  judgement: keptJudgement,
  /** Of a judging before this one, shown until this one has a verdict. */
  earlier: ifGood(keptJudgement),
});

/** A trial between its requests. */
const begunTrial = forgivingObject({
  /** Its place among the texts. */
  place: count,
  atMs: count,
  /** A request went out that has no answer yet. */
  isSent: flag,
  /** Those to the questions, which then only have to be judged. */
  answers: ifGood(textTable),
});

const journal = v.pipe(
  forgivingObject({
    version: exactly(VERSION),
    repeats: count,
    seed: count,
    model: text,
    texts: listOf(judgedText),
    begun: ifGood(begunTrial),
    /** The user wants no more of it. */
    isDiscarded: ifGood(v.literal(true)),
  }),
  v.transform(({ version: _, ...kept }) => kept),
);

/**
 * A judging of the summaries at one cut. It is written before every request and after every answer, so that a page that
 * closes in between loses no answer, and the next one knows what was sent. The latest of each cut is stored.
 */
export type JudgingJournal = Parsed<typeof journal>;

export const judgingForm = {
  write: (kept: JudgingJournal): unknown => ({ version: VERSION, ...kept }),
  parse: (value: unknown): Result<JudgingJournal> => parseBy(journal, value),
};

/** What is judged: a session, by its query, and what is compacted there. */
export interface JudgedCut {
  readonly session: string;
  readonly place: CompactionPlace;
}

/** The name of a cut within its session. */
export function cutName({ place }: JudgedCut): string {
  return JSON.stringify(place);
}

/** By the text that was judged. */
export function judgementsOf({ texts }: JudgingJournal): Readonly<Record<string, Judgement>> {
  return Object.fromEntries(
    texts.flatMap(({ text: judged, judgement, earlier }) => {
      const shown = judgementToShow(isAnything(judgement) ? judgement : undefined, earlier);
      return shown === undefined ? [] : [[judged, shown]];
    }),
  );
}

export function isAnything({ trials, failures }: Judgement): boolean {
  return trials.length + failures.length > 0;
}

/** What is missing of a judging. */
export interface LeftOfJudging {
  /** Requests with an answer, and all of them. */
  readonly answered: number;
  readonly requests: number;
  /** A request was sent, and the page closed before its answer: it may have been billed. */
  readonly isSentUnanswered: boolean;
  readonly estimate: JudgeEstimate;
}

/** Trials that are missing of a text; unreadable ones were answered. */
export function missingTrials({ repeats, texts }: JudgingJournal, place: number): number {
  const judgement = texts[place]?.judgement;
  return judgement === undefined ? 0 : Math.max(0, repeats - judgement.trials.length - judgement.failures.length);
}

/** Undefined if nothing is. */
export function leftOf(kept: JudgingJournal): LeftOfJudging | undefined {
  const { texts, repeats, model, begun, isDiscarded } = kept;
  if (isDiscarded) return undefined;
  const missing = texts.map((_, place) => missingTrials(kept, place));
  const trials = missing.reduce((sum, each) => sum + each, 0);
  if (trials === 0) return undefined;
  const isHalf = begun?.answers !== undefined && (missing[begun.place] ?? 0) > 0;
  const probes = texts[0]?.judgement.probes ?? [];
  const whole = texts.flatMap(({ summary }, place) =>
    Array.from({ length: (missing[place] ?? 0) - (isHalf && begun.place === place ? 1 : 0) }, () => summary),
  );
  const estimate = estimatesTogether(
    judgeEstimate(probes, whole, { model, repeats: 1 }),
    verdictEstimate(probes, isHalf ? 1 : 0, model),
  );
  const requests = texts.length * repeats * REQUESTS_PER_TRIAL;
  return { requests, answered: requests - estimate.requests, isSentUnanswered: begun?.isSent ?? false, estimate };
}
