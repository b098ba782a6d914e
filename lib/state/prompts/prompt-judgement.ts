import * as v from 'valibot';
import type { JsonObject } from '../../base/json';
import { count, forgivingObject, goodOf, ifGood, jsonObject, object, type Parsed, text } from '../../base/schema';
import { type Probe, type ProbeTopic, probeTopics } from '../../judge/probe';
import { answersIn, verdictIn } from '../../judge/read-verdict';
import type { Trial } from '../../judge/trial';
import { keptFailure, keptSent } from './kept-figures';

const topic = v.custom<ProbeTopic>((value) => typeof value === 'string' && Object.hasOwn(probeTopics, value));

/** As it is kept with its run. Trials that cannot be read are left out. */
export const keptJudgement = v.pipe(
  forgivingObject({
    atMs: count,
    model: text,
    /** How often it was to be judged; stopped or failed, there are fewer trials. */
    repeats: count,
    /** Of the order in which the summaries were taken. */
    seed: count,
    probes: goodOf(object({ id: text, topic, question: text, expected: text })),
    trials: goodOf(jsonObject),
    /** Of those that came to no verdict. */
    failures: goodOf(keptFailure),
    /** Of all its requests together. */
    sent: ifGood(keptSent),
  }),
  v.transform(({ trials, ...kept }) => ({
    ...kept,
    trials: trials.flatMap((trial) => trialFrom(trial, kept.probes) ?? []),
  })),
);

/** What a model made of one summary, with what it was asked. */
export type Judgement = Parsed<typeof keptJudgement>;

/** The newest that came to a verdict; one without any only where there is no other. */
export function judgementToShow(fresh: Judgement | undefined, kept: Judgement | undefined): Judgement | undefined {
  return fresh === undefined || fresh.trials.length === 0 ? (kept ?? fresh) : fresh;
}

function trialFrom(object: JsonObject, probes: readonly Probe[]): Trial | undefined {
  const answers = answersIn(object.answers, probes);
  const verdict = verdictIn(object, probes);
  return answers.ok && verdict.ok ? { answers: answers.value, ...verdict.value } : undefined;
}
