import type { ContextMessage } from '../../layers/shape/context';
import type { MessageId } from '../../transcript/transcript';
import { messageRow } from './message-rows';
import type { SimulatedMessage } from './messages';

/** Messages of contexts without their texts. Neighbouring calls have nearly the same messages, and each is sent once. */
export class DescribedMessages {
  private readonly known = new WeakMap<ContextMessage, SimulatedMessage>();

  /** With the index of each message in the recording. */
  constructor(private readonly indexes: ReadonlyMap<MessageId, number>) {}

  of(messages: readonly ContextMessage[]): readonly SimulatedMessage[] {
    return messages.map((message) => this.described(message));
  }

  private described(message: ContextMessage): SimulatedMessage {
    const known = this.known.get(message);
    if (known !== undefined) return known;
    const description = this.description(message);
    this.known.set(message, description);
    return description;
  }

  private description({ message, origin, parts, tokens }: ContextMessage): SimulatedMessage {
    const partTokens = parts.map((part) => part.tokens);
    const index = this.indexes.get(message.id);
    // Written out in full: spread objects have different shapes in V8, and are slow to iterate.
    if (origin === 'made' || index === undefined) return { type: 'made', tokens, partTokens, row: messageRow(message) };
    const replaced = parts.flatMap(({ state }, part) => (state === 'whole' ? [] : [{ part, state }]));
    return { type: 'recorded', tokens, partTokens, index, replaced };
  }
}
