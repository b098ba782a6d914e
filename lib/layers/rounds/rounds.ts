import type { Context, ContextMessage } from '../shape/context';

/**
 * Messages by rounds: one response and the results that answer it. What comes before the first response is round 0, which
 * is missing where a response stands first.
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
