import type { Json, JsonObject } from '../base/json';
import { builtInCalibration } from '../tokens/calibrated';
import type { Usage } from '../transcript/transcript';
import type { AnswerBlock } from './streamed-blocks';

/** By our own count, of a request in the way of either API. */
export function tokensSent({ system = '', messages = [], tools = [] }: JsonObject): number {
  return tokensOf(system) + tokensOf(messages) + tokensOf(tools);
}

/** For a server that reports no usage, or none that can be true: nothing was read from a cache. */
export function estimatedUsage(request: JsonObject, blocks: readonly AnswerBlock[]): Usage {
  return {
    input: tokensSent(request),
    cacheRead: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    output: blocks.length === 0 ? 0 : tokensOf(blocks),
  };
}

function tokensOf(value: Json | readonly AnswerBlock[]): number {
  return value === '' ? 0 : Math.round(builtInCalibration.textTokens(JSON.stringify(value, withoutData)));
}

/** Images are not counted as words. */
function withoutData(name: string, value: unknown): unknown {
  return typeof value === 'string' && (name === 'data' || value.startsWith('data:')) ? '' : value;
}
