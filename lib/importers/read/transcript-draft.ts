import type { FormatId } from '../../transcript/formats';
import { isReminder } from '../../transcript/reminder';
import type {
  Boundary,
  Call,
  CallId,
  Message,
  MessageId,
  Part,
  RecordedEvent,
  Transcript,
  Usage,
} from '../../transcript/transcript';
import { given } from './given';
import type { ImportEnv } from './importer';
import { nameToolResults } from './name-tool-results';

export interface NewMessage {
  /** The format's own id, or a generated one if it is missing or taken. */
  readonly id?: string | undefined;
  readonly role: Message['role'];
  readonly kind: Message['kind'];
  readonly timeMs?: number | undefined;
  readonly parts: readonly Part[];
  readonly line: number;
}

export interface NewCall {
  readonly model?: string | undefined;
  readonly timeMs?: number | undefined;
  readonly usage?: Usage | undefined;
  readonly outputIsPartial?: boolean | undefined;
  readonly stopReason?: string | undefined;
}

export type NewReply = NewCall & Omit<NewMessage, 'role' | 'kind'>;

/** A transcript while its file is being read: assigns ids and positions. */
export class TranscriptDraft {
  readonly messages: Message[] = [];
  readonly calls: Call[] = [];
  readonly boundaries: Boundary[] = [];
  readonly events: RecordedEvent[] = [];
  readonly models = new Set<string>();
  private readonly ids = new Set<string>();

  addMessage(message: NewMessage): Message {
    const added = this.message(message);
    this.messages.push(added);
    return added;
  }

  /** A message of the model and its call. */
  addReply(reply: NewReply): Call {
    const { id, timeMs, parts, line } = reply;
    const message = this.message({ id, role: 'assistant', kind: 'reply', timeMs, parts, line });
    const call = this.pushCall(message.id, reply);
    this.messages.push({ ...message, callId: call.id });
    return call;
  }

  /** A call whose reply is not in the file. */
  addCall(call: NewCall): Call {
    return this.pushCall(this.freeId(undefined, `call${this.calls.length + 1}`), call);
  }

  updateCall(id: CallId, change: NewCall): void {
    const index = this.calls.findLastIndex((call) => call.id === id);
    const call = this.calls[index];
    if (call !== undefined) this.calls[index] = { ...call, ...given(change) };
  }

  /** A conversation without messages and calls is dropped. */
  isEmpty(): boolean {
    return this.messages.length === 0 && this.calls.length === 0;
  }

  transcript(rest: { readonly format: FormatId } & Pick<Transcript, 'systemInFile'> & Partial<Transcript>): Transcript {
    const messages = nameToolResults(this.messages);
    return {
      ...given({ title: titleOf(messages) }),
      models: [...this.models],
      system: [],
      tools: [],
      messages,
      calls: this.calls,
      boundaries: this.boundaries,
      events: this.events,
      children: [],
      warnings: [],
      ...rest,
    };
  }

  private message({ id, timeMs, ...rest }: NewMessage): Message {
    return { id: this.freeId(id, `m${this.messages.length + 1}`) as MessageId, ...rest, ...given({ timeMs }) };
  }

  private pushCall(id: string, { model, timeMs, usage, outputIsPartial, stopReason }: NewCall): Call {
    if (model !== undefined) this.models.add(model);
    const call: Call = {
      id: id as CallId,
      at: this.messages.length,
      ...given({ model, timeMs, usage, outputIsPartial, stopReason }),
    };
    this.calls.push(call);
    return call;
  }

  private freeId(own: string | undefined, made: string): string {
    let id = own === undefined || own === '' || this.ids.has(own) ? made : own;
    while (this.ids.has(id)) id = `${id}-`;
    this.ids.add(id);
    return id;
  }
}

/** Providers reject a request with such a result, so users who continue from this transcript must know. */
export function noticeOrphanResults(messages: readonly Message[], env: ImportEnv): void {
  const calls = new Set<string>();
  for (const { parts } of messages) for (const part of parts) if (part.kind === 'tool-call') calls.add(part.id);
  for (const { parts, line } of messages) {
    for (const part of parts) {
      if (part.kind === 'tool-result' && !calls.has(part.callId)) {
        env.warn('noticed', line, 'A tool result belongs to a call that is not in the file');
      }
    }
  }
}

const LONGEST_TITLE = 80;

/** First line of the first prompt. */
function titleOf(messages: readonly Message[]): string | undefined {
  for (const message of messages) {
    if (message.kind !== 'prompt') continue;
    for (const part of message.parts) {
      if (part.kind !== 'text' || isReminder(part.text)) continue;
      const title = titleFrom(part.text);
      if (title !== undefined) return title;
    }
  }
  return undefined;
}

/** Its first line. */
export function titleFrom(text: string): string | undefined {
  const line = text.trimStart().split('\n', 1)[0]?.trim() ?? '';
  if (line === '') return undefined;
  return line.length <= LONGEST_TITLE ? line : `${line.slice(0, LONGEST_TITLE - 1).trimEnd()}…`;
}
