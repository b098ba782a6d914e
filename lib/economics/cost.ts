import type { Usage } from '../transcript/transcript';
import { inputSide } from '../transcript/usage';
import type { Model, Prices } from './model';

const MILLION = 1_000_000;

/** [E2] The cost of a response in $, including further passes; `undefined` if the model's prices are unknown. */
export function costOf(usage: Usage, model: Model): number | undefined {
  if (model.prices === undefined) return undefined;
  const sentAndWritten = costAt(usage, pricesFor(model, model.prices, inputSide(usage)));
  const { extraPasses } = usage;
  if (extraPasses === undefined) return sentAndWritten;
  return extraPasses.reduce((sum, pass) => sum + (costOf(pass, model) ?? 0), sentAndWritten);
}

function costAt(usage: Usage, prices: Prices): number {
  const millionths =
    usage.input * prices.input +
    usage.cacheWrite5m * prices.cacheWrite5m +
    usage.cacheWrite1h * prices.cacheWrite1h +
    usage.cacheRead * prices.cacheRead +
    usage.output * prices.output;
  return millionths / MILLION;
}

function pricesFor(model: Model, usual: Prices, promptTokens: number): Prices {
  const long = model.longPrompts;
  return long !== undefined && promptTokens > long.aboveTokens ? long.prices : usual;
}

/** A sum of costs, some of which may be unknown. If `unknown` is not 0, `dollars` is the minimum. */
export interface CostSum {
  readonly dollars: number;
  readonly known: number;
  readonly unknown: number;
}

export const noCosts: CostSum = { dollars: 0, known: 0, unknown: 0 };

export function addCost(sum: CostSum, cost: number | undefined): CostSum {
  return cost === undefined
    ? { ...sum, unknown: sum.unknown + 1 }
    : { dollars: sum.dollars + cost, known: sum.known + 1, unknown: sum.unknown };
}
