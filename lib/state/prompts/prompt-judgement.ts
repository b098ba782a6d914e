import * as v from 'valibot';
import type { JsonObject } from '../../base/json';
import { count, forgivingObject, goodOf, ifGood, jsonObject, object, type Parsed, text } from '../../base/schema';
import { type Probe, type ProbeTopic, probeTopics } from '../../judge/probe';
import { answersIn, verdictIn } from '../../judge/read-verdict';
import type { Trial } from '../../judge/trial';
import { keptFailure, keptSent } from './kept-figures';

const topic = v.custom<ProbeTopic>((value) => typeof value === 'string' && Object.hasOwn(probeTopics, value));

/** As saved with its run. Unreadable trials are dropped. */
export const keptJudgement = v.pipe(
  forgivingObject({
    atMs: count,
    model: text,
    /** The requested number of trials; there are fewer after a stop or failures. */
    repeats: count,
    /** Determines the order of the summaries. */
    seed: count,
    probes: goodOf(object({ id: text, topic, question: text, expected: text })),
    trials: goodOf(jsonObject),
    /** For trials without a verdict. */
    failures: goodOf(keptFailure),
    /** For all of its requests. */
    sent: ifGood(keptSent),
  }),
  v.transform(({ trials, ...kept }) => ({
    ...kept,
    trials: trials.flatMap((trial) => trialFrom(trial, kept.probes) ?? []),
  })),
);

/** A model's judgement of one summary, with the questions. */
export type Judgement = Parsed<typeof keptJudgement>;

/** The latest one with a verdict; one without only if there is no other. */
export function judgementToShow(fresh: Judgement | undefined, kept: Judgement | undefined): Judgement | undefined {
  return fresh === undefined || fresh.trials.length === 0 ? (kept ?? fresh) : fresh;
}

function trialFrom(object: JsonObject, probes: readonly Probe[]): Trial | undefined {
  const answers = answersIn(object.answers, probes);
  const verdict = verdictIn(object, probes);
  return answers.ok && verdict.ok ? { answers: answers.value, ...verdict.value } : undefined;
}
