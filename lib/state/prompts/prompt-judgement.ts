import type { SentFigures } from '../../api/sent-figures';
import type { Failure } from '../../base/failure';
import { asArray, asCount, asObject, asText, type Json, type JsonObject } from '../../base/json';
import { optional } from '../../base/optional';
import { type Probe, type ProbeTopic, probeTopics } from '../../judge/probe';
import { answersIn, verdictIn } from '../../judge/read-verdict';
import type { Trial } from '../../judge/trial';
import { failureFrom, sentFrom } from './kept-figures';

/** What a model made of one summary, with what it was asked. */
export interface Judgement {
  readonly atMs: number;
  readonly model: string;
  /** How often it was to be judged; stopped or failed, there are fewer trials. */
  readonly repeats: number;
  /** Of the order in which the summaries were taken. */
  readonly seed: number;
  readonly probes: readonly Probe[];
  readonly trials: readonly Trial[];
  /** Of those that came to no verdict. */
  readonly failures: readonly Failure[];
  /** Of all its requests together. */
  readonly sent?: SentFigures;
}

/** The newest that came to a verdict; one without any only where there is no other. */
export function judgementToShow(fresh: Judgement | undefined, kept: Judgement | undefined): Judgement | undefined {
  return fresh === undefined || fresh.trials.length === 0 ? (kept ?? fresh) : fresh;
}

/** As it was kept with its run; nothing where it is none. Trials that cannot be read are left out. */
export function judgementFrom(json: Json | undefined): Judgement | undefined {
  const object = asObject(json);
  const [atMs, repeats, seed] = [asCount(object?.atMs), asCount(object?.repeats), asCount(object?.seed)];
  const model = asText(object?.model);
  if (atMs === undefined || repeats === undefined || seed === undefined || model === undefined) return undefined;
  const probes = objectsIn(object?.probes).flatMap((probe) => probeFrom(probe) ?? []);
  return {
    atMs,
    model,
    repeats,
    seed,
    probes,
    trials: objectsIn(object?.trials).flatMap((trial) => trialFrom(trial, probes) ?? []),
    failures: objectsIn(object?.failures).flatMap((failure) => failureFrom(failure) ?? []),
    ...optional('sent', sentFrom(asObject(object?.sent))),
  };
}

function objectsIn(json: Json | undefined): readonly JsonObject[] {
  return (asArray(json) ?? []).map(asObject).filter((item) => item !== undefined);
}

function probeFrom({ id, topic, question, expected }: JsonObject): Probe | undefined {
  const [name, asked, wanted] = [asText(id), asText(question), asText(expected)];
  if (name === undefined || asked === undefined || wanted === undefined || !isTopic(topic)) return undefined;
  return { id: name, topic, question: asked, expected: wanted };
}

function isTopic(topic: Json | undefined): topic is ProbeTopic {
  return typeof topic === 'string' && Object.hasOwn(probeTopics, topic);
}

function trialFrom(object: JsonObject, probes: readonly Probe[]): Trial | undefined {
  const answers = answersIn(object.answers, probes);
  const verdict = verdictIn(object, probes);
  return answers.ok && verdict.ok ? { answers: answers.value, ...verdict.value } : undefined;
}
