import { appended } from '../base/appended';
import type { ContextMessage } from '../layers/context';
import { madeMessage } from '../layers/made-message';
import type { Unfiled } from '../tokens/anchored';
import type { MessageCounter } from '../tokens/counters';
import type { Transcript } from '../transcript/transcript';
import { firstCallFrom } from './stretches';

/** [T5] What a recording carried without having it in the file, as messages of which nothing but the size is known. */
export class UnfiledMessages {
  private readonly byCall = new Map<number, readonly ContextMessage[]>();
  private readonly restored = new Set<ContextMessage>();
  /** First calls after a recorded compaction. */
  private readonly cuts: readonly number[];

  constructor(transcript: Transcript, unfiled: readonly Unfiled[], counter: MessageCounter) {
    this.cuts = transcript.boundaries
      .filter(({ kind }) => kind === 'full')
      .map(({ at }) => firstCallFrom(transcript, at));
    for (const { call, tokens, isRestored } of unfiled) {
      const message = unfiledMessage(`unfiled-${call}${isRestored ? '-restored' : ''}`, tokens, counter);
      this.byCall.set(call, appended([...(this.byCall.get(call) ?? [])], message));
      if (isRestored) this.restored.add(message);
    }
  }

  /** What came in with this call; what a recorded compaction put there only where its context is followed. */
  at(call: number): readonly ContextMessage[] {
    return this.byCall.get(call)?.filter((message) => !this.restored.has(message)) ?? [];
  }

  /** All that a call carried, as it was recorded. */
  upTo(call: number): readonly ContextMessage[] {
    const from = this.cuts.findLast((cut) => cut <= call) ?? 0;
    return [...this.byCall].filter(([came]) => came >= from && came <= call).flatMap(([, messages]) => messages);
  }
}

function unfiledMessage(id: string, tokens: number, counter: MessageCounter): ContextMessage {
  const text = `[${Math.round(tokens).toLocaleString('en-US')} tokens of the conversation that are not in the file]`;
  return madeMessage(id, 'injected', [{ kind: 'text', text }], { ...counter, partTokens: () => tokens });
}
