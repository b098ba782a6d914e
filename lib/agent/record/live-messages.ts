import { optional } from '../../base/optional';
import type { ContextMessage } from '../../layers/shape/context';
import { wholeMessage } from '../../layers/shape/made-message';
import { storedResultPath, textOfResult } from '../../layers/shape/stored-result';
import { builtInCalibration } from '../../tokens/calibrated';
import type { CallId, Message, MessageId, Origin, Part, ToolCallPart } from '../../transcript/transcript';
import type { EntryOf } from '../journal/entry';
import type { SentReply } from '../journal/run-frame';
import { replyParts } from '../model/reply-parts';
import type { LiveTranscript } from './live-transcript';

/** The messages of prompts, replies and results, before they enter the record and the context. */
export class LiveMessages {
  /** Content of replies that a transcript cannot represent. */
  readonly replies = new Map<MessageId, SentReply>();

  constructor(private readonly record: LiveTranscript) {}

  prompt({ text, timeMs }: EntryOf<'prompt'>): ContextMessage {
    const { transcript } = this.record;
    transcript.title ??= text.trim().slice(0, 80);
    return this.added({ ...this.record.next, role: 'user', kind: 'prompt', timeMs, parts: [{ kind: 'text', text }] });
  }

  results({ results, timeMs }: EntryOf<'results'>, calls: readonly ToolCallPart[]): ContextMessage {
    const byId = new Map(results.map((result) => [result.callId, result]));
    const parts = calls.map(({ id, name }): Part => {
      const result = byId.get(id);
      if (result === undefined) throw new Error(`There is no result for the call "${id}"`);
      const { text, isError } = result;
      return { kind: 'tool-result', callId: id, toolName: name, parts: [{ kind: 'text', text }], isError };
    });
    return this.added({ ...this.record.next, role: 'tool', kind: 'tool-results', timeMs, parts });
  }

  /** [R3] [Y6] What is added for the agent: the same bytes in every request from now on. */
  injected(text: string, timeMs: number, origin?: Origin): ContextMessage {
    const parts = [{ kind: 'text', text }] as const;
    return this.added({
      ...this.record.next,
      role: 'user',
      kind: 'injected',
      timeMs,
      parts,
      ...optional('origin', origin),
    });
  }

  /** Not in the record yet: the call that it answers comes first. */
  reply({ reply, timeMs }: EntryOf<'reply'>, callId: CallId): ContextMessage {
    const parts = replyParts(reply.blocks);
    const message: Message = { ...this.record.next, role: 'assistant', kind: 'reply', timeMs, callId, parts };
    // The results follow immediately, and it must not be separated from them.
    return this.inContext(message, parts.some(({ kind }) => kind === 'tool-call') ? 1 : 0);
  }

  addReply({ message }: ContextMessage, { reply }: EntryOf<'reply'>, model: string): void {
    this.record.add(message);
    this.replies.set(message.id, { model, blocks: reply.blocks });
  }

  /** [B5] The full text of a result by the path in its stub. */
  storedResult(path: string): string | undefined {
    const { sessionId = '', messages } = this.record.transcript;
    for (const { parts } of messages) {
      for (const part of parts) {
        if (part.kind === 'tool-result' && storedResultPath(sessionId, part.callId) === path) return textOfResult(part);
      }
    }
    return undefined;
  }

  private added(message: Message): ContextMessage {
    const held = this.inContext(message, 0);
    this.record.add(message);
    return held;
  }

  /** Number of following messages that belong to it. */
  private inContext(message: Message, following: number): ContextMessage {
    const at = this.record.transcript.messages.length;
    return wholeMessage(message, { at, reach: at + following }, (part, index) =>
      builtInCalibration.partTokens(part, index === 0),
    );
  }
}
