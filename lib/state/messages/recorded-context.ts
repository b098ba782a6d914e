import type { Simulation } from '../../simulator/pipeline/simulation';
import type { WeighedContext } from '../../simulator/recorded/context-at-call';
import type { SimulatedContext } from '../../worker/engine/messages';

/** The recorded context as a list of messages takes it: one that no policy has changed. */
export function recordedContext({ call, messages, tokens }: WeighedContext): SimulatedContext {
  const systemTokens = messages.reduce((rest, message) => rest - message.tokens, tokens);
  return { call, systemTokens, before: messages, after: messages, verdicts: [], isDead: false };
}

/** What a policy did that does nothing, to go with it. */
export const unchanged: Pick<Simulation, 'changes' | 'mode'> = { changes: [], mode: 'recorded' };

/** In a file without calls. */
export const emptyContext: SimulatedContext = {
  call: 0,
  systemTokens: 0,
  before: [],
  after: [],
  verdicts: [],
  isDead: false,
};
