import type { MessageId } from '../../transcript/transcript';
import type { ContextMessage } from '../shape/context';

/**
 * [L1] Replies of which a part, or a result, is recorded only behind the call that comes next, as in a damaged file. Until it
 * comes, no layer may take them away: it would stand alone.
 */
export class OpenReplies {
  private readonly ids: Set<MessageId>;
  private readonly closing: Map<number, MessageId[]>;
  /** The first message that was not looked at. */
  private next: number;
  /** The place up to which they were closed. */
  private closed: number;

  constructor(
    private readonly messages: readonly ContextMessage[],
    from?: OpenReplies,
  ) {
    this.ids = new Set(from?.ids);
    this.closing = new Map([...(from?.closing ?? [])].map(([place, ids]) => [place, [...ids]]));
    this.next = from?.next ?? 0;
    this.closed = from?.closed ?? 0;
  }

  clone(): OpenReplies {
    return new OpenReplies(this.messages, this);
  }

  /** For places in their order; undefined if there are none. The set is the same one each time. */
  before(place: number): ReadonlySet<MessageId> | undefined {
    for (; this.next < place; this.next++) {
      const each = this.messages[this.next];
      const reach = each?.recordedAt?.reach ?? 0;
      if (each === undefined || reach < place) continue;
      this.ids.add(each.message.id);
      const closing = this.closing.get(reach);
      if (closing === undefined) this.closing.set(reach, [each.message.id]);
      else closing.push(each.message.id);
    }
    if (this.ids.size === 0) return undefined;
    for (; this.closed < place; this.closed++) {
      for (const id of this.closing.get(this.closed) ?? []) this.ids.delete(id);
      this.closing.delete(this.closed);
    }
    return this.ids.size === 0 ? undefined : this.ids;
  }
}
