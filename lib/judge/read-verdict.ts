import { asNumber, asObject, asText, type Json, type JsonObject, parseJson } from '../base/json';
import { fail, ok, type Result } from '../base/result';
import { type DimensionId, dimensionsOf } from './dimensions';
import type { Probe } from './probe';
import { type Answers, type Found, findings, MAX_POINTS, type Rating, type Verdict } from './trial';

const LONGEST_ANSWER = 4_000;
const LONGEST_REASON = 600;

/** Parses the arguments of `give_answers`. A missing answer is a failure, which differs from a bad answer. */
export function readAnswers(text: string, probes: readonly Probe[]): Result<Answers> {
  const given = parsedObject(text);
  return given.ok ? answersIn(given.value, probes) : given;
}

export function answersIn(given: Json | undefined, probes: readonly Probe[]): Result<Answers> {
  const answers: Record<string, string> = {};
  for (const { id } of probes) {
    const answer = asText(asObject(given)?.[id]);
    if (answer === undefined) return fail(`question ${id} has no answer`);
    answers[id] = answer.slice(0, LONGEST_ANSWER);
  }
  return ok(answers);
}

/** Parses the arguments of `give_verdict`. Invalid points are a failure, never 0. */
export function readVerdict(text: string, probes: readonly Probe[]): Result<Verdict> {
  const given = parsedObject(text);
  return given.ok ? verdictIn(given.value, probes) : given;
}

export function verdictIn(given: JsonObject | undefined, probes: readonly Probe[]): Result<Verdict> {
  const found: Record<string, Found> = {};
  for (const { id } of probes) {
    const item = asObject(asObject(given?.found)?.[id]);
    const finding = findings.find((known) => known === item?.finding);
    if (finding === undefined) return fail(`the answer to ${id} is not classified`);
    found[id] = { finding, reason: reasonIn(item) };
  }
  const ratings: Partial<Record<DimensionId, Rating>> = {};
  for (const id of dimensionsOf(probes)) {
    const item = asObject(asObject(given?.ratings)?.[id]);
    const points = asNumber(item?.points);
    if (points === undefined) return fail(`${id} has no points`);
    if (!Number.isInteger(points) || points < 0 || points > MAX_POINTS) {
      return fail(`${id} has ${points} points, but must have 0 to ${MAX_POINTS}`);
    }
    ratings[id] = { points, reason: reasonIn(item) };
  }
  return ok({ found, ratings });
}

function parsedObject(text: string): Result<JsonObject> {
  const json = parseJson(text);
  if (!json.ok) return fail(`it is not JSON: ${json.error}`);
  const object = asObject(json.value);
  return object === undefined ? fail('it is not an object') : ok(object);
}

function reasonIn(item: JsonObject | undefined): string {
  return (asText(item?.reason) ?? '').slice(0, LONGEST_REASON);
}
