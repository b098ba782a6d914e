import type { Simulation } from '../../simulator/pipeline/simulation';
import type { MessageId } from '../../transcript/transcript';
import type { OpenSession, SimulatedContext, SimulatedMessage } from '../../worker/engine/messages';
import { type LeftMessage, leftEarlier } from './fate-history';
import type { SummaryOrigins } from './part-origins';

export interface EarlierShown {
  /** Everything removed before an earlier call. */
  readonly withLeft: boolean;
  /** Otherwise only what these messages replaced. */
  readonly unfolded: ReadonlySet<MessageId>;
  readonly origins: SummaryOrigins;
}

/**
 * Where what left before an earlier call is shown: all of it where it was, or what a summary stands for below that summary.
 *
 *   left      there       all       unfolded
 *   m1        m0          m0        m0
 *   m2        summary     m1        summary
 *   m3        m4          m2          m1
 *                         summary     m2
 *                         m3        m4
 *                         m4
 */
export class EarlierMessages {
  private readonly left: readonly LeftMessage[];
  private readonly placeOf: ReadonlyMap<MessageId | undefined, number>;
  private next = 0;

  constructor(
    session: Pick<OpenSession, 'rows' | 'boundaries' | 'timeline'>,
    replayed: Pick<Simulation, 'changes' | 'mode'>,
    context: SimulatedContext,
    private readonly shown: EarlierShown,
  ) {
    const isWanted = shown.withLeft || shown.unfolded.size > 0;
    this.left = isWanted ? leftEarlier(session, replayed, context) : [];
    this.placeOf = new Map(this.left.map(({ index }, place) => [session.rows[index]?.id, place]));
  }

  /** What precedes a message of the context, except what was already yielded. */
  before(message: SimulatedMessage): readonly LeftMessage[] {
    if (!this.shown.withLeft) return [];
    let end = this.next;
    if (message.type === 'recorded') {
      while ((this.left[end]?.index ?? message.index) < message.index) end += 1;
    } else {
      // A made message comes where its originals were, directly after the last of them.
      for (const id of this.shown.origins.of(message.row.id)) end = Math.max(end, (this.placeOf.get(id) ?? -1) + 1);
    }
    return this.take(end);
  }

  below(message: SimulatedMessage): readonly LeftMessage[] {
    const { withLeft, unfolded, origins } = this.shown;
    if (withLeft || message.type === 'recorded' || !unfolded.has(message.row.id)) return [];
    return origins.of(message.row.id).flatMap((id) => this.left[this.placeOf.get(id) ?? -1] ?? []);
  }

  rest(): readonly LeftMessage[] {
    return this.shown.withLeft ? this.take(this.left.length) : [];
  }

  private take(end: number): readonly LeftMessage[] {
    const taken = this.left.slice(this.next, end);
    this.next = end;
    return taken;
  }
}
