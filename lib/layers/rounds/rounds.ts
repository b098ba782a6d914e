import type { Context, ContextMessage } from '../shape/context';

/**
 * Groups messages into rounds: one response and its results. What precedes the first response is round 0, which is
 * missing if a response comes first.
 */
export function roundsOf(context: Pick<Context, 'messages'>): readonly (readonly ContextMessage[])[] {
  const rounds: ContextMessage[][] = [];
  for (const message of context.messages) {
    const current = rounds.at(-1);
    if (current === undefined || message.message.kind === 'reply') rounds.push([message]);
    else current.push(message);
  }
  return rounds;
}
