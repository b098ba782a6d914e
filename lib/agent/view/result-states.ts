import type { LiveConversation } from '../run/live-conversation';
import type { ResultState } from './run-view';

/** By tool call id. Results that are complete in the context are not included. */
export type ResultStates = ReadonlyMap<string, ResultState>;

/** The fate of the results in the current context. */
export function resultStates({ transcript, context }: LiveConversation): ResultStates {
  const states = new Map<string, ResultState>();
  for (const { parts, role } of transcript.messages) {
    if (role !== 'tool') continue;
    for (const part of parts) if (part.kind === 'tool-result') states.set(part.callId, 'gone');
  }
  for (const { parts } of context) {
    for (const { part, state } of parts) {
      if (part.kind !== 'tool-result') continue;
      if (state === 'whole') states.delete(part.callId);
      else states.set(part.callId, state);
    }
  }
  return states;
}

export function resultStatesUpdate(
  before: ResultStates,
  now: ResultStates,
): readonly (readonly [callId: string, state: ResultState | 'whole'])[] {
  const others = [...now].filter(([id, state]) => before.get(id) !== state);
  const whole = [...before.keys()].filter((id) => !now.has(id)).map((id) => [id, 'whole'] as const);
  return [...others, ...whole];
}
