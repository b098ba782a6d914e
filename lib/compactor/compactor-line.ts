import { optional } from '../base/optional';
import type { ContextMessage } from '../layers/shape/context';
import type { OwnAsk, OwnFacts, OwnLayer } from '../layers/shape/own';
import { type PlainMessage, plainMessage } from './plain-message';

/** Raise it with every change that an older compactor would misunderstand. */
export const COMPACTOR_VERSION = 1;

/** What a compactor is told beside the messages. */
export interface CompactorFacts {
  /** The call that is about to be made, counted from 0. */
  readonly call: number;
  /** Why it is asked. `reactive`: the call as it is would be refused. */
  readonly trigger: OwnFacts['trigger'];
  /** Tokens: of the window, of it without the room for the reply, and from where on the policy compacts. */
  readonly window: number;
  readonly effective: number;
  readonly threshold: number;
  /** The size of the context as the policy counts it, with what precedes the messages. */
  readonly used: number;
  /** What precedes the messages: system prompt and tools. */
  readonly system: number;
  /** By how many tokens the call is too large. */
  readonly tooLargeBy?: number;
  /** What the user typed behind /compact. */
  readonly focus?: string;
  /** Milliseconds since 1970, if the recording has times. */
  readonly nowMs?: number;
}

/** One line to a process. */
export interface CompactorLine extends CompactorFacts {
  readonly highwater: typeof COMPACTOR_VERSION;
  readonly session: string;
  /** So many messages are those of the line before, from the first on. */
  readonly unchanged: number;
  /** All others. */
  readonly messages: readonly PlainMessage[];
}

export function compactorFacts({ facts }: Pick<OwnAsk, 'facts'>): CompactorFacts {
  const { call, trigger, window, effective, threshold, used, systemTokens, gapTokens, focus, nowMs } = facts;
  return {
    call,
    trigger,
    window,
    effective,
    threshold,
    used: Math.round(used),
    system: Math.round(systemTokens),
    ...optional('tooLargeBy', gapTokens),
    ...optional('focus', focus),
    ...optional('nowMs', nowMs),
  };
}

/**
 * The lines to one process. A context that is told before every call is told by what is new in it: all of it each time
 * would grow with the square of the session. At the threshold, which is rare, all is told, so nothing has to be remembered.
 */
export class CompactorLines {
  private told: readonly ContextMessage[] = [];

  constructor(
    private readonly session: string,
    private readonly when: OwnLayer['when'],
  ) {}

  lineFor(ask: OwnAsk): CompactorLine {
    const { messages } = ask.context;
    const shorter = Math.min(messages.length, this.told.length);
    let unchanged = 0;
    while (unchanged < shorter && messages[unchanged] === this.told[unchanged]) unchanged += 1;
    if (this.when === 'always') this.told = messages;
    return {
      highwater: COMPACTOR_VERSION,
      session: this.session,
      ...compactorFacts(ask),
      unchanged,
      messages: messages.slice(unchanged).map((each) => plainMessage(each, ask.pinned)),
    };
  }
}
