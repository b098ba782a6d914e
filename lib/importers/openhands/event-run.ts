import type {
  CallId,
  MessageId,
  MessageKind,
  Part,
  ResultPart,
  Role,
  ToolCallId,
  Transcript,
  Usage,
} from '../../transcript/transcript';
import { given } from '../read/given';
import type { ImportEnv } from '../read/importer';
import { sizeBefore } from '../read/size-before';
import { noticeOrphanResults, TranscriptDraft } from '../read/transcript-draft';

export interface EventFacts {
  readonly id: string;
  readonly timeMs: number | undefined;
  readonly line: number;
}

/** What the model did at an event: all of its response, or, if the events share it among them, one more part of it. */
export interface Act {
  /** Events with the same one are of one response. */
  readonly responseId: string | undefined;
  readonly parts: readonly Part[];
  readonly model?: string | undefined;
  readonly usage?: Usage | undefined;
}

export interface Condensed {
  readonly forgotten: (id: string) => boolean;
  readonly summary: string | undefined;
  /** Position among the events that remain. */
  readonly offset: number | undefined;
  readonly isManual: boolean;
}

/** A response and its results: what is sent of it is sent whole, or not at all. */
interface Exchange {
  readonly events: string[];
  readonly parts: Part[];
  /** Its events may repeat all of it. */
  readonly said: Set<string>;
}

/** An event that the model sees, and the message that it is or begins. */
interface SeenEvent {
  readonly id: string;
  readonly exchange: Exchange;
  readonly messageId?: MessageId | undefined;
}

/** A run of OpenHands as a transcript: its events in order, and which of them the model still sees. */
export class EventRun {
  readonly draft = new TranscriptDraft();
  /** Counts that come apart from the events, by response. */
  readonly usageOf = new Map<string, Usage>();
  private readonly exchanges = new Map<string, Exchange>();
  private readonly exchangeOfCall = new Map<ToolCallId, Exchange>();
  private readonly responses = new Map<CallId, string>();
  private latestResponse: string | undefined;
  private view: SeenEvent[] = [];

  constructor(private readonly env: ImportEnv) {}

  /** Seen, but no message: the system prompt. */
  addSystem({ id }: EventFacts): void {
    this.view.push({ id, exchange: newExchange(id) });
  }

  addMessage({ id, ...facts }: EventFacts, role: Role, kind: MessageKind, parts: readonly Part[]): void {
    const message = this.draft.addMessage({ role, kind, parts, ...facts });
    this.view.push({ id, exchange: newExchange(id), messageId: message.id });
  }

  addAct({ id, ...facts }: EventFacts, { responseId, parts, model, usage }: Act): void {
    const known = responseId === undefined ? undefined : this.exchanges.get(responseId);
    const exchange = known ?? newExchange();
    exchange.events.push(id);
    for (const part of parts) {
      if (part.kind === 'tool-call' ? this.exchangeOfCall.get(part.id) === exchange : isRepeated(part, exchange))
        continue;
      exchange.parts.push(part);
      if (part.kind === 'tool-call') this.exchangeOfCall.set(part.id, exchange);
    }
    if (known !== undefined) {
      this.view.push({ id, exchange });
      return;
    }
    const call = this.draft.addReply({ ...facts, parts: exchange.parts, model, usage });
    this.view.push({ id, exchange, messageId: this.draft.messages.at(-1)?.id });
    this.latestResponse = responseId;
    if (responseId === undefined) return;
    this.exchanges.set(responseId, exchange);
    this.responses.set(call.id, responseId);
  }

  addResult({ id, ...facts }: EventFacts, callId: ToolCallId, parts: readonly ResultPart[], isError: boolean): void {
    const exchange = this.exchangeOfCall.get(callId) ?? newExchange();
    exchange.events.push(id);
    const result = { kind: 'tool-result', callId, parts, isError } as const;
    const message = this.draft.addMessage({ role: 'tool', kind: 'tool-results', parts: [result], ...facts });
    this.view.push({ id, exchange, messageId: message.id });
  }

  /** Only the latest summary stays in the context. */
  condense({ id, timeMs, line }: EventFacts, { forgotten, summary, offset, isManual }: Condensed): void {
    const at = this.draft.messages.length;
    if (!this.view.some((event) => forgotten(event.id))) {
      this.env.warn('noticed', line, 'A condensation that forgets nothing');
      if (summary !== undefined)
        this.addMessage({ id, timeMs, line }, 'user', 'summary', [{ kind: 'text', text: summary }]);
      return;
    }
    const remaining = this.view.filter((event) => !forgotten(event.id) && (summary === undefined || !isSummary(event)));
    const isWhole = ({ exchange }: SeenEvent) => !exchange.events.some(forgotten);
    const parts = [{ kind: 'text', text: summary ?? '' }] as const;
    const added =
      summary === undefined ? undefined : this.draft.addMessage({ role: 'user', kind: 'summary', parts, timeMs, line });
    if (added !== undefined) {
      const event = { id: summaryId(id), exchange: newExchange(), messageId: added.id };
      remaining.splice(offset ?? remaining.length, 0, event);
    }
    this.view = remaining.filter(isWhole);
    const context = this.view.flatMap(({ messageId }) => messageId ?? []);
    const usage = this.usageOf.get(this.latestResponse ?? '') ?? this.draft.calls.at(-1)?.usage;
    this.draft.boundaries.push({
      kind: 'full',
      at,
      trigger: isManual ? 'manual' : 'auto',
      keptMessageIds: context.filter((messageId) => messageId !== added?.id),
      contextMessageIds: context,
      line,
      ...sizeBefore(usage),
      ...given({ timeMs, summaryMessageId: added?.id }),
    });
  }

  isEmpty(): boolean {
    return this.draft.isEmpty();
  }

  transcript(rest: Partial<Transcript>): Transcript {
    noticeOrphanResults(this.draft.messages, this.env);
    const transcript = this.draft.transcript({ format: 'openhands', systemInFile: 'none', ...rest });
    const calls = transcript.calls.map((call) => {
      const usage = this.usageOf.get(this.responses.get(call.id) ?? '');
      return usage === undefined ? call : { ...call, usage };
    });
    return { ...transcript, calls };
  }
}

function newExchange(...events: string[]): Exchange {
  return { events, parts: [], said: new Set() };
}

function isRepeated(part: Part, { said }: Exchange): boolean {
  const words = part.kind === 'text' || part.kind === 'thinking' ? `${part.kind} ${part.text}` : undefined;
  if (words === undefined || said.has(words)) return words !== undefined;
  said.add(words);
  return false;
}

const SUMMARY = 'summary of ';

function summaryId(id: string): string {
  return SUMMARY + id;
}

function isSummary({ id }: SeenEvent): boolean {
  return id.startsWith(SUMMARY);
}
