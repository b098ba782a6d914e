import { appended } from '../../base/appended';
import type { ContextMessage } from '../../layers/shape/context';
import { contextMessage, madeMessage } from '../../layers/shape/made-message';
import type { AnchoredWeights } from '../../tokens/anchored';
import type { MessageCounter } from '../../tokens/counters';
import type { MessageId, Transcript } from '../../transcript/transcript';
import { firstCallFrom } from './stretches';

const NONE: readonly ContextMessage[] = [];

/** [T5] What the calls carried although it is not in the file, as messages of which only the size is known. */
export class UnfiledMessages {
  private readonly byCall = new Map<number, readonly ContextMessage[]>();
  /** Of these, what was not added by a recorded compaction. */
  private readonly entering = new Map<number, readonly ContextMessage[]>();
  private readonly calls = new Map<MessageId, number>();
  private readonly scale: Float64Array;
  /** First calls after a recorded compaction. */
  private readonly cuts: readonly number[];

  constructor(
    transcript: Transcript,
    { unfiled, unfiledScale }: Pick<AnchoredWeights, 'unfiled' | 'unfiledScale'>,
    counter: MessageCounter,
  ) {
    this.scale = unfiledScale;
    this.cuts = transcript.boundaries
      .filter(({ kind }) => kind === 'full')
      .map(({ at }) => firstCallFrom(transcript, at));
    for (const { call, tokens, isRestored } of unfiled) {
      const message = unfiledMessage(`unfiled-${call}${isRestored ? '-restored' : ''}`, tokens, counter);
      this.byCall.set(call, appended([...(this.byCall.get(call) ?? [])], message));
      if (!isRestored) this.entering.set(call, appended([...(this.entering.get(call) ?? [])], message));
      this.calls.set(message.message.id, call);
    }
  }

  /** What was added with this call; what a recorded compaction added only when following. */
  at(call: number): readonly ContextMessage[] {
    return this.entering.get(call) ?? NONE;
  }

  /** The call that added such a message; undefined for any other message. */
  cameWith(id: MessageId): number | undefined {
    return this.calls.get(id);
  }

  /** The recorded context of a call, at the weights of that time. */
  upTo(call: number): readonly ContextMessage[] {
    const from = this.cuts.findLast((cut) => cut <= call) ?? 0;
    return [...this.byCall]
      .filter(([came]) => came >= from && came <= call)
      .flatMap(([came, messages]) => {
        const factor = (this.scale[call] ?? 1) / (this.scale[came] ?? 1);
        return factor === 1 ? messages : messages.map((message) => reweighed(message, factor));
      });
  }
}

/** The same content at another weight. */
export function reweighed({ message, parts, recordedAt, refs }: ContextMessage, factor: number): ContextMessage {
  const after = parts.map((held) => ({
    ...held,
    tokens: held.tokens * factor,
    ...(held.uneditedTokens === undefined ? {} : { uneditedTokens: held.uneditedTokens * factor }),
  }));
  return contextMessage(message, after, recordedAt, refs);
}

function unfiledMessage(id: string, tokens: number, counter: MessageCounter): ContextMessage {
  const text = `[${Math.round(tokens).toLocaleString('en-US')} tokens of the conversation that are not in the file]`;
  return madeMessage(id, 'injected', [{ kind: 'text', text }], { ...counter, partTokens: () => tokens });
}
