import type { JsonObject } from '../base/json';
import { optional } from '../base/optional';
import { costOf } from '../economics/cost';
import { modelFor } from '../economics/model-table';
import { builtInCalibration } from '../tokens/calibrated';
import { answerRequest, MAX_ANSWER_TOKENS, MAX_VERDICT_TOKENS, verdictRequest } from './judge-requests';
import type { Probe } from './probe';
import type { Answers } from './trial';

export interface JudgeOptions {
  readonly model: string;
  readonly repeats: number;
}

/** The estimate for all requests together, in whole tokens. */
export interface JudgeEstimate {
  readonly requests: number;
  /** With answers as long as the expected ones. */
  readonly inputTokens: number;
  readonly mostOutputTokens: number;
  /** For the input alone, and with the longest answers; missing if the model's prices are unknown. */
  readonly inputDollars?: number;
  readonly mostDollars?: number;
}

export const REQUESTS_PER_TRIAL = 2;

/** Of trials whose answers are there already: only the verdicts. */
export function verdictEstimate(probes: readonly Probe[], verdicts: number, model: string): JudgeEstimate {
  const input = verdicts * tokensFor(model)(verdictRequest(model, probes, expectedAnswers(probes)));
  const longest = input + verdicts * MAX_ANSWER_TOKENS;
  return estimate(model, { requests: verdicts, input, longest, output: verdicts * MAX_VERDICT_TOKENS });
}

/** Of both together. */
export function estimatesTogether(a: JudgeEstimate, b: JudgeEstimate): JudgeEstimate {
  const sum = (x: number | undefined, y: number | undefined) =>
    x === undefined || y === undefined ? undefined : x + y;
  return {
    requests: a.requests + b.requests,
    inputTokens: a.inputTokens + b.inputTokens,
    mostOutputTokens: a.mostOutputTokens + b.mostOutputTokens,
    ...optional('inputDollars', sum(a.inputDollars, b.inputDollars)),
    ...optional('mostDollars', sum(a.mostDollars, b.mostDollars)),
  };
}

export function judgeEstimate(
  probes: readonly Probe[],
  summaries: readonly string[],
  { model: id, repeats }: JudgeOptions,
): JudgeEstimate {
  const tokensOf = tokensFor(id);
  const judged = tokensOf(verdictRequest(id, probes, expectedAnswers(probes)));
  const questioned = summaries.map((summary) => tokensOf(answerRequest(id, probes, summary)));
  const trials = repeats * summaries.length;
  const input = repeats * questioned.reduce((sum, tokens) => sum + tokens, 0) + trials * judged;
  const output = trials * (MAX_ANSWER_TOKENS + MAX_VERDICT_TOKENS);
  // The judge reads as much as the answering model wrote.
  const longest = input + trials * MAX_ANSWER_TOKENS;
  return estimate(id, { requests: trials * REQUESTS_PER_TRIAL, input, longest, output });
}

interface Amounts {
  readonly requests: number;
  readonly input: number;
  readonly longest: number;
  readonly output: number;
}

function estimate(id: string, { requests, input, longest, output }: Amounts): JudgeEstimate {
  const model = modelFor(id);
  const usage = { input, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0 };
  return {
    requests,
    inputTokens: input,
    mostOutputTokens: output,
    ...optional('inputDollars', costOf(usage, model)),
    ...optional('mostDollars', costOf({ ...usage, input: longest, output }, model)),
  };
}

function tokensFor(id: string) {
  const { tokensFactor } = modelFor(id);
  return (body: JsonObject) => Math.round(builtInCalibration.textTokens(JSON.stringify(body)) * tokensFactor);
}

function expectedAnswers(probes: readonly Probe[]): Answers {
  return Object.fromEntries(probes.map(({ id, expected }) => [id, expected]));
}
