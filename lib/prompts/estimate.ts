import { optional } from '../base/optional';
import { costOf } from '../economics/cost';
import { modelFor } from '../economics/model-table';
import { instructionText } from '../layers/shape/summary-instruction';
import { builtInCalibration } from '../tokens/calibrated';
import type { Instruction, RequestLimits } from './summary-request';

export interface EstimateOptions extends RequestLimits {
  /** Everything before the instruction, as the session's own counter counts it. */
  readonly prefixTokens: number;
  readonly instruction: Instruction;
  /** The model whose tokenizer counted that: the session's own. */
  readonly countedFor?: string;
  /** A request with the same prefix for the same model succeeded within the last five minutes. */
  readonly isWarm: boolean;
}

/** The estimate for a request, in whole tokens. */
export interface Estimate {
  /** All input; the sum of the next three. */
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly uncachedTokens: number;
  readonly mostOutputTokens: number;
  /** For the input alone, and with the longest answer; missing if the model's prices are unknown. */
  readonly inputDollars?: number;
  readonly mostDollars?: number;
  /** [X1] With the longest answer it exceeds the model's window: it is rejected, or the answer may be cut off. */
  readonly isTooLong: boolean;
}

export function estimate(options: EstimateOptions): Estimate {
  const { maxTokens, isWarm, instruction, countedFor, isCached = true } = options;
  const model = modelFor(options.model);
  const factor = countedFor === undefined ? 1 : model.tokensFactor / modelFor(countedFor).tokensFactor;
  const prefix = Math.round(options.prefixTokens * factor);
  const asked = Math.round(
    builtInCalibration.partTokens({ kind: 'text', text: instructionText(instruction) }) * model.tokensFactor,
  );
  const cached = isCached && prefix >= (model.minimumCacheableTokens ?? 0) ? prefix : 0;
  const usage = {
    input: prefix - cached + asked,
    cacheRead: isWarm ? cached : 0,
    cacheWrite5m: isWarm ? 0 : cached,
    cacheWrite1h: 0,
  };
  return {
    inputTokens: prefix + asked,
    cacheReadTokens: usage.cacheRead,
    cacheWriteTokens: usage.cacheWrite5m,
    uncachedTokens: usage.input,
    mostOutputTokens: maxTokens,
    ...optional('inputDollars', costOf({ ...usage, output: 0 }, model)),
    ...optional('mostDollars', costOf({ ...usage, output: maxTokens }, model)),
    isTooLong: prefix + asked + maxTokens > model.windowTokens,
  };
}
