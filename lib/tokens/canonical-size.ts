import type { Message, Usage } from '../transcript/transcript';
import { contextTotal } from '../transcript/usage';
import { roughMessage } from './rough';

/** A context as an agent knows it: what is in it, and what was recorded for its replies. */
export interface SizedContext {
  /** `rough` for the system prompt and the tools, as far as they are known. */
  readonly systemTokens: number;
  readonly messages: readonly SizedMessage[];
  /**
   * [T4] Replies before this place were kept through a compaction: what was recorded for them was another context. A
   * context that was only cut back to an earlier point is still the one its last usage was recorded for.
   */
  readonly validFrom: number;
  /** [T3] Freed since the newest usage by something that makes no call of its own. */
  readonly freedTokens: number;
}

export interface SizedMessage {
  readonly message: Message;
  /** Of the call whose reply this is. */
  readonly usage?: Usage;
}

/**
 * [T2] The usage of the newest response in the context, and `rough` for what was added since; `rough` for all of it where
 * there is none. Only what is reported as freed is taken off: a usage recorded before results were cleared still counts
 * them, as the agents themselves do.
 */
export function canonicalSize({ systemTokens, messages, validFrom, freedTokens }: SizedContext): number {
  let since = 0;
  for (let index = messages.length - 1; index >= 0; index--) {
    const sized = messages[index];
    if (sized === undefined) continue;
    if (sized.usage !== undefined && index >= validFrom) {
      return Math.max(0, contextTotal(sized.usage) + since - freedTokens);
    }
    since += roughMessage(sized.message);
  }
  return Math.max(0, systemTokens + since - freedTokens);
}
