import type { Summarizer } from './summarizer';

const USUAL_TOKENS = 4_000;

/** A summary of a known length without content: enough to know when a context is full, not what was forgotten. */
export function assumed(tokens: number = USUAL_TOKENS): Summarizer {
  // Some policies ask hundreds of times, always for the same length.
  let last = assumedReply(tokens);
  return {
    id: 'assumed',
    reply: ({ maxTokens }) => {
      const length = Math.min(tokens, maxTokens);
      if (length !== last.tokens) last = assumedReply(length);
      return last;
    },
  };
}

function assumedReply(tokens: number) {
  return { type: 'text', text: `[A summary of ${tokens} tokens, assumed]`, tokens } as const;
}

/** Also a session note, which has a preface. */
export function isAssumed(summary: string): boolean {
  return /^\[A summary of [\d.]+ tokens, assumed\]/m.test(summary);
}
