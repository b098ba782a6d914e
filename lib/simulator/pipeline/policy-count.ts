import { chars4Message } from '../../tokens/chars4';
import type { CounterId } from '../../tokens/counter-error';
import type { Message } from '../../transcript/transcript';

/**
 * [T9] How a policy itself knows the size of a context: `usage-and-rough` by the newest usage and `rough` for what was added
 * since [T2], `size` by the size as exactly as it is known here, or by counting every message.
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
    // Nobody can be asked in the middle of a replay.
    case 'exact':
      return 'size';
  }
}

const counted = new WeakMap<Message, number>();

/** A message never changes, and every replay of a sweep counts it again. */
function chars4Once(message: Message): number {
  const before = counted.get(message);
  if (before !== undefined) return before;
  const tokens = chars4Message(message);
  counted.set(message, tokens);
  return tokens;
}
