import { asArray, asCount, asObject, asText, asTimeMs, type JsonObject } from '../../base/json';
import { optional } from '../../base/optional';
import { wellFormed } from '../../base/well-formed';
import type { Boundary, Call, Message, MessageId, RecordedEvent, RecordedHook } from '../../transcript/transcript';
import { asMessage, attachment } from './attachment';
import { compaction, isCompaction, unannouncedCompaction } from './compaction';
import { hookOf } from './hook';
import { ModelResponse } from './model-response';
import { notice } from './notice';
import type { Report } from './report';
import { interruptText, type UserMessage, userMessage } from './user-message';

const LONGEST_TYPE = 60;

/** One thread of conversation while it is being read: the main one, or a sub-agent's. */
export class Thread {
  readonly boundaries: Boundary[] = [];
  readonly events: RecordedEvent[] = [];
  readonly hooks: RecordedHook[] = [];
  private readonly entries: (Message | ModelResponse)[] = [];
  private readonly responses = new Map<string, ModelResponse>();
  private readonly messageIds = new Set<string>();
  private readonly messageOfRecord = new Map<string, MessageId>();
  /** Positions of what no rewind has dropped so far: listing the same messages at each rewind would grow without bound. */
  private readonly standing: number[] = [];
  /** Position of the last prompt that followed each record. */
  private readonly promptAfter = new Map<string, number>();
  /** The boundary that the next summary belongs to. */
  private awaitsSummary: number | undefined;
  private isInterrupted = false;

  constructor(private readonly report: Report) {}

  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  messages(): Message[] {
    return this.entries.map((entry) => (entry instanceof ModelResponse ? entry.message() : entry));
  }

  calls(): Call[] {
    return this.entries.flatMap((entry, at) => (entry instanceof ModelResponse ? (entry.call(at) ?? []) : []));
  }

  assistant(record: JsonObject, line: number): void {
    const message = asObject(record.message);
    const hasContent = typeof message?.content === 'string' || asArray(message?.content) !== undefined;
    if (!hasContent) this.report.warn('skipped', line, 'A reply has no content');
    if (message === undefined || (!hasContent && message.usage === undefined)) return;
    const key = asText(message.id) ?? asText(record.uuid) ?? `line-${line}`;
    let response = this.responses.get(key);
    if (response === undefined) {
      response = new ModelResponse(this.newId(key), line, record);
      this.responses.set(key, response);
      this.enter(response);
      this.awaitsSummary = undefined;
      this.isInterrupted = false;
    }
    response.add(record, message);
    this.remember(record, response.id);
  }

  user(record: JsonObject, line: number): void {
    const message = userMessage(record);
    if (message === undefined) {
      this.report.warn('skipped', line, 'A user message has no content');
      return;
    }
    const at = this.entries.length;
    const id = this.place(record, message, line);
    if (message.kind === 'summary') this.summarize(record, at, line, id);
    if (message.kind === 'prompt') this.rewind(record, at, line);
  }

  attachment(record: JsonObject, line: number): void {
    const source = asObject(record.attachment);
    const type = asText(source?.type);
    if (source === undefined || type === undefined) {
      this.report.warn('skipped', line, 'Invalid attachment');
      return;
    }
    const attached = attachment(type, source);
    const at = this.entries.length;
    const id = attached && this.place(record, { role: 'user', ...asMessage(attached) }, line);
    if (type.startsWith('hook_')) this.addHook(source, record, at, line, id);
    if (attached?.isUnknown !== true) return;
    const name = wellFormed(type.slice(0, LONGEST_TYPE));
    this.report.once(line, `Unknown attachment type, counted as JSON: ${name}`);
  }

  /** A hook that ran; the model need not have seen anything of it. */
  hook(record: JsonObject, line: number): void {
    const data = asObject(record.data);
    if (data !== undefined) this.addHook(data, record, this.entries.length, line);
  }

  private addHook(source: JsonObject, record: JsonObject, at: number, line: number, messageId?: MessageId): void {
    this.hooks.push({
      ...hookOf(source),
      at,
      ...optional('timeMs', asTimeMs(record.timestamp)),
      ...optional('messageId', messageId),
      line,
    });
  }

  system(record: JsonObject, line: number): void {
    if (isCompaction(record)) this.compaction(record, line);
    if (record.subtype === 'stop_hook_summary') this.timeHooks(record);
    const told = notice(record);
    if (told !== undefined) this.event(told.kind, told.text, record, line);
  }

  /** The hooks at the end of a turn are timed when all of them have ended. */
  private timeHooks({ hookInfos }: JsonObject): void {
    for (const info of asArray(hookInfos) ?? []) {
      const { command, durationMs } = asObject(info) ?? {};
      const tookMs = asCount(durationMs);
      const place = this.hooks.findLastIndex((hook) => hook.event === 'Stop' && hook.command === command);
      const hook = this.hooks[place];
      if (hook !== undefined && hook.tookMs === undefined && tookMs !== undefined)
        this.hooks[place] = { ...hook, tookMs };
    }
  }

  private compaction(record: JsonObject, line: number): void {
    const { boundary, keptRecords } = compaction(record, this.entries.length, line);
    const found = keptRecords.flatMap((uuid) => this.messageOfRecord.get(uuid) ?? []);
    const kept =
      found.length === 0 ? {} : { keptMessageIds: [...new Set(found)], keptPosition: 'after-summary' as const };
    if (boundary.kind === 'full') this.awaitsSummary = this.boundaries.length;
    this.boundaries.push({ ...boundary, ...kept });
    if (keptRecords.length > 0 && found.length === 0) {
      this.report.warn('noticed', line, 'The messages that a compaction kept are not in the file');
    }
  }

  private event(kind: RecordedEvent['kind'], text: string, record: JsonObject, line: number): void {
    this.events.push({
      kind,
      at: this.entries.length,
      ...optional('timeMs', asTimeMs(record.timestamp)),
      text,
      line,
    });
  }

  private place(record: JsonObject, message: UserMessage, line: number): MessageId {
    const interrupt = interruptText(message.parts);
    // The stopped tool and the message after it both say so.
    if (interrupt !== undefined && !this.isInterrupted) this.event('interrupt', interrupt, record, line);
    this.isInterrupted = interrupt !== undefined || (this.isInterrupted && message.kind !== 'prompt');
    const id = this.newId(asText(record.uuid) ?? `line-${line}`);
    this.enter({ id, ...message, ...optional('timeMs', asTimeMs(record.timestamp)), line });
    this.remember(record, id);
    return id;
  }

  private summarize(record: JsonObject, at: number, line: number, id: MessageId): void {
    const index = this.awaitsSummary ?? this.boundaries.length;
    const boundary = this.boundaries[index] ?? unannouncedCompaction(record, at, line);
    this.boundaries[index] = { ...boundary, summaryMessageId: id };
    this.awaitsSummary = undefined;
  }

  /**
   * Two prompts with the same parent: the user went back, and the messages between them were abandoned. No other fork of
   * the tree means that, and prompts without a parent need not be related.
   */
  private rewind(record: JsonObject, at: number, line: number): void {
    const parent = asText(record.parentUuid);
    if (parent === undefined) return;
    const earlier = this.promptAfter.get(parent);
    this.promptAfter.set(parent, at);
    if (earlier === undefined) return;
    this.boundaries.push({
      kind: 'rewind',
      at,
      ...optional('timeMs', asTimeMs(record.timestamp)),
      trigger: 'manual',
      ...optional('agentVersion', asText(record.version)),
      droppedMessageIds: this.abandon(earlier, at),
      line,
    });
  }

  private enter(entry: Message | ModelResponse): void {
    this.standing.push(this.entries.length);
    this.entries.push(entry);
  }

  /** Everything from a position up to the latest message, which stays. */
  private abandon(from: number, newest: number): MessageId[] {
    const dropped: MessageId[] = [];
    for (let last = this.standing.pop(); last !== undefined; last = this.standing.pop()) {
      if (last < from) {
        this.standing.push(last);
        break;
      }
      const id = last === newest ? undefined : this.entries[last]?.id;
      if (id !== undefined) dropped.push(id);
    }
    this.standing.push(newest);
    return dropped.reverse();
  }

  private remember(record: JsonObject, id: MessageId): void {
    const uuid = asText(record.uuid);
    if (uuid !== undefined) this.messageOfRecord.set(uuid, id);
  }

  private newId(wanted: string): MessageId {
    let id = wanted;
    for (let count = 2; this.messageIds.has(id); count++) id = `${wanted}~${count}`;
    this.messageIds.add(id);
    return id as MessageId;
  }
}
