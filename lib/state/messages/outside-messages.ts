import type { Simulation } from '../../simulator/pipeline/simulation';
import type { MessageId } from '../../transcript/transcript';
import type { OpenSession, SimulatedContext, SimulatedMessage } from '../../worker/engine/messages';
import { messagesOutside, type OutsideMessage } from './fate-history';
import type { SummaryOrigins } from './part-origins';

export interface OutsideShown {
  /** All that is in the recording. */
  readonly wholeSession: boolean;
  /** Else what these messages stand for. */
  readonly unfolded: ReadonlySet<MessageId>;
  readonly origins: SummaryOrigins;
}

/**
 * Where what is outside the context is shown: all of it where it is in the recording, or what a summary stands for below
 * that summary.
 *
 *   left      there       all       unfolded
 *   m1        m0          m0        m0
 *   m2        summary     m1        summary
 *   m3        m4          m2          m1
 *                         summary     m2
 *   unsent                m3        m4
 *   m5                    m4
 *                         m5
 */
export class OutsideMessages {
  private readonly outside: readonly OutsideMessage[];
  private readonly placeOf: ReadonlyMap<MessageId | undefined, number>;
  private next = 0;

  constructor(
    session: Pick<OpenSession, 'rows' | 'boundaries' | 'timeline'>,
    replayed: Pick<Simulation, 'changes' | 'mode'>,
    context: SimulatedContext,
    private readonly shown: OutsideShown,
  ) {
    const isWanted = shown.wholeSession || shown.unfolded.size > 0;
    this.outside = isWanted ? messagesOutside(session, replayed, context) : [];
    this.placeOf = new Map(this.outside.map(({ index }, place) => [session.rows[index]?.id, place]));
  }

  /** What stands in front of a message of the context, but for what was given already. */
  before(message: SimulatedMessage): readonly OutsideMessage[] {
    if (!this.shown.wholeSession) return [];
    let end = this.next;
    if (message.type === 'recorded') {
      while ((this.outside[end]?.index ?? message.index) < message.index) end += 1;
    } else {
      // What was made stands where what it was made of was, and so right behind the last of that.
      for (const id of this.shown.origins.of(message.row.id)) end = Math.max(end, (this.placeOf.get(id) ?? -1) + 1);
    }
    return this.take(end);
  }

  below(message: SimulatedMessage): readonly OutsideMessage[] {
    const { wholeSession, unfolded, origins } = this.shown;
    if (wholeSession || message.type === 'recorded' || !unfolded.has(message.row.id)) return [];
    return origins.of(message.row.id).flatMap((id) => this.outside[this.placeOf.get(id) ?? -1] ?? []);
  }

  rest(): readonly OutsideMessage[] {
    return this.shown.wholeSession ? this.take(this.outside.length) : [];
  }

  private take(end: number): readonly OutsideMessage[] {
    const taken = this.outside.slice(this.next, end);
    this.next = end;
    return taken;
  }
}
