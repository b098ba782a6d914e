import type { ProjectAsk, Reply } from '../../layers/shape/layer';
import type { Moment } from '../../summarizers/summarizer';

/** A request of a layer that a model has yet to answer. */
export interface MissingAnswer {
  readonly ask: ProjectAsk;
  readonly call: number;
}

const SAVED: Reply = { type: 'text', text: 'Saved.', tokens: 1 };

/**
 * Answers of a model for one session, in the order of the requests. A replay with the same answers makes the same
 * requests: it is run again with each further one, and finds the next that is missing. From there on nothing is answered.
 */
export class GivenAnswers {
  missing: MissingAnswer | undefined;
  private next = 0;

  constructor(private readonly given: readonly Reply[]) {}

  readonly memoryReply = (ask: ProjectAsk, { call }: Moment): Reply => {
    // The work of the model ended with its answer.
    if (!isAsked(ask)) return SAVED;
    const reply = this.given[this.next];
    this.next += 1;
    if (reply !== undefined) return reply;
    // The replay goes on, and its context with it.
    this.missing ??= { ask: { ...ask, context: { messages: [...ask.context.messages] } }, call };
    return { type: 'aborted' };
  };
}

/** Whether it is for a model: other requests are a part of the same work. */
export function isAsked(ask: ProjectAsk): boolean {
  if (ask.type === 'memory') return ask.extraction !== undefined;
  return ask.type !== 'dream' || ask.dream !== undefined;
}
