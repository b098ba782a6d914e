import { chars4Message } from '../../tokens/chars4';
import type { CounterId } from '../../tokens/counter-error';
import type { Message } from '../../transcript/transcript';

/**
 * [T9] How a policy measures a context: `usage-and-rough` uses the latest usage plus `rough` for additions [T2]; `size`
 * uses the most exact size available here, or counts every message.
 */
export type PolicyCount = 'usage-and-rough' | 'size' | ((message: Message) => number);

export function policyCount(counter: CounterId): PolicyCount {
  switch (counter) {
    case 'rough':
      return 'usage-and-rough';
    case 'chars4':
      return chars4Once;
    case 'calibrated':
    case 'anchored':
    // The provider cannot be asked during a replay.
    case 'exact':
      return 'size';
  }
}

const counted = new WeakMap<Message, number>();

/** Messages never change, and every replay of a sweep counts them again. */
function chars4Once(message: Message): number {
  const before = counted.get(message);
  if (before !== undefined) return before;
  const tokens = chars4Message(message);
  counted.set(message, tokens);
  return tokens;
}
