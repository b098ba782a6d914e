import type { Reply } from '../layers/shape/layer';
import type { Summarizer } from './summarizer';

/** Returns these replies one after another, then repeats the last one: for testing failures. */
export function scripted(...replies: readonly [Reply, ...Reply[]]): Summarizer {
  let next = 0;
  return {
    id: 'scripted',
    reply: () => {
      const reply = replies[Math.min(next, replies.length - 1)] ?? replies[0];
      next += 1;
      return reply;
    },
  };
}
