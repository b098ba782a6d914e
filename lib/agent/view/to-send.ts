import { costOf } from '../../economics/cost';
import type { Model } from '../../economics/model';
import type { Usage } from '../../transcript/transcript';
import type { ModelRequest } from '../journal/chat-model';

/** What the first paid call of a run would send: shown before it is sent. */
export interface ToSend {
  readonly model: string;
  /** Of the provider, as the server names it. */
  readonly provider: string;
  /** [R2] If the policy has memories recalled, and another model chooses them. */
  readonly selector?: string;
  readonly purpose: ModelRequest['purpose'];
  readonly messages: number;
  /** By our own counter. */
  readonly inputTokens: number;
  readonly mostOutputTokens: number;
  /** Of the whole workspace, which the agent may read and send. */
  readonly files: number;
  /** Without cache hits. Missing if prices are unknown. */
  readonly inputDollars?: number;
  /** With the longest output. */
  readonly mostDollars?: number;
}

export function callDollars(
  model: Model,
  inputTokens: number,
  mostOutputTokens: number,
): Pick<ToSend, 'inputDollars' | 'mostDollars'> {
  // Everything is new, and is written to the cache.
  const usage: Usage = { input: 0, cacheRead: 0, cacheWrite5m: inputTokens, cacheWrite1h: 0, output: 0 };
  const inputDollars = costOf(usage, model);
  const mostDollars = costOf({ ...usage, output: mostOutputTokens }, model);
  return inputDollars === undefined || mostDollars === undefined ? {} : { inputDollars, mostDollars };
}
