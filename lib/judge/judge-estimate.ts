import type { JsonObject } from '../base/json';
import { optional } from '../base/optional';
import { costOf } from '../economics/cost';
import { modelFor } from '../economics/model-table';
import { builtInCalibration } from '../tokens/calibrated';
import { answerRequest, MAX_ANSWER_TOKENS, MAX_VERDICT_TOKENS, verdictRequest } from './judge-requests';
import type { Probe } from './probe';

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

export function judgeEstimate(
  probes: readonly Probe[],
  summaries: readonly string[],
  { model: id, repeats }: JudgeOptions,
): JudgeEstimate {
  const model = modelFor(id);
  const tokensOf = (body: JsonObject) =>
    Math.round(builtInCalibration.textTokens(JSON.stringify(body)) * model.tokensFactor);
  const expected = Object.fromEntries(probes.map(({ id: probe, expected: answer }) => [probe, answer]));
  const judged = tokensOf(verdictRequest(id, probes, expected));
  const questioned = summaries.map((summary) => tokensOf(answerRequest(id, probes, summary)));
  const trials = repeats * summaries.length;
  const input = repeats * questioned.reduce((sum, tokens) => sum + tokens, 0) + trials * judged;
  const output = trials * (MAX_ANSWER_TOKENS + MAX_VERDICT_TOKENS);
  // The judge reads as much as the answering model wrote.
  const longest = input + trials * MAX_ANSWER_TOKENS;
  const usage = { input, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0 };
  return {
    requests: trials * REQUESTS_PER_TRIAL,
    inputTokens: input,
    mostOutputTokens: output,
    ...optional('inputDollars', costOf(usage, model)),
    ...optional('mostDollars', costOf({ ...usage, input: longest, output }, model)),
  };
}
