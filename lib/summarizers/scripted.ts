import type { Reply } from '../layers/shape/layer';
import type { Summarizer } from './summarizer';

/** Gives these replies one after another, the last one again and again: for seeing what a failure does. */
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
