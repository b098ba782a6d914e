import { asArray, asObject, asText, asTimeMs, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type {
  CallId,
  MessageKind,
  RecordedEvent,
  RecordedHook,
  ResultPart,
  Transcript,
} from '../../transcript/transcript';
import { asTokens } from '../read/as-tokens';
import { given } from '../read/given';
import type { ImportEnv } from '../read/importer';
import { noticeOrphanResults, TranscriptDraft, titleFrom } from '../read/transcript-draft';
import { type Assets, binaryPart, copilotUsage, replyParts, textParts, toolResult } from './content';

export interface Event {
  readonly type: string;
  readonly data: JsonObject;
  readonly line: number;
  readonly timeMs: number | undefined;
}

/** One conversation: the session's own, or a sub-agent's. */
export class Thread {
  private readonly draft = new TranscriptDraft();
  private readonly hooks: RecordedHook[] = [];
  private readonly openHooks = new Map<string, number>();
  /** Positions among the messages when a compaction began, and its event. */
  private compaction: { readonly at: number; readonly event: Event } | undefined;
  private turnStartMs: number | undefined;
  private lastCall: CallId | undefined;
  private title: string | undefined;
  contextWindow: number | undefined;
  /** Answers of which only the output is recorded. */
  outputsAlone = 0;

  constructor(
    private readonly env: ImportEnv,
    private readonly assets: Assets,
    public model: string | undefined,
  ) {}

  /** False if the event says nothing about the conversation. */
  add(event: Event): boolean {
    const { type, data, line, timeMs } = event;
    switch (type) {
      case 'user.message':
        this.addUser(data, line, timeMs);
        return true;
      case 'assistant.turn_start':
        this.turnStartMs = timeMs;
        this.model = asText(data.model) ?? this.model;
        return true;
      case 'assistant.message':
        this.addReply(event);
        return true;
      case 'assistant.usage':
        this.addUsage(data);
        return true;
      case 'tool.execution_complete':
        this.addResult(event);
        return true;
      case 'system.notification':
      case 'session.mode_notice_delivered':
        this.say('injected', textParts(asText(data.content)), event);
        return true;
      case 'session.compaction_start':
        this.compaction = { at: this.draft.messages.length, event };
        this.contextWindow = asTokens(data.tokenLimit) ?? this.contextWindow;
        return true;
      case 'session.compaction_complete':
        this.addCompaction(event);
        return true;
      case 'session.truncation':
        this.addTruncation(event);
        return true;
      case 'session.context_cleared':
        this.clear(event);
        return true;
      case 'hook.start':
      case 'hook.end':
        this.addHook(event);
        return true;
      case 'abort':
        this.note('interrupt', asText(data.reason) ?? 'aborted', event);
        return true;
      case 'session.error':
      case 'model.call_failure':
        this.note('api-error', asText(data.message) ?? asText(data.errorMessage) ?? 'error', event);
        return true;
      default:
        return false;
    }
  }

  transcript(rest: Partial<Transcript> & Pick<Transcript, 'systemInFile'>): Transcript | undefined {
    if (this.draft.isEmpty()) return undefined;
    noticeOrphanResults(this.draft.messages, this.env);
    const { contextWindow, title, hooks } = this;
    return this.draft.transcript({
      format: 'copilot-cli',
      ...given({ contextWindow, title, hooks: hooks.length === 0 ? undefined : hooks }),
      ...rest,
    });
  }

  /** The model saw `transformedContent`. */
  private addUser(data: JsonObject, line: number, timeMs: number | undefined): void {
    const typed = asText(data.content) ?? '';
    const source = asText(data.source) ?? 'user';
    const kind = source === 'user' && data.isAutopilotContinuation !== true ? 'prompt' : 'injected';
    const files = (asArray(data.attachments) ?? []).flatMap((value) => {
      const file = asObject(value);
      return (file === undefined ? undefined : binaryPart(file, this.assets)) ?? [];
    });
    if (kind === 'prompt') this.title ??= titleFrom(wellFormed(typed));
    this.say(kind, [...textParts(asText(data.transformedContent) ?? typed), ...files], { line, timeMs });
  }

  private addReply({ data, line, timeMs }: Event): void {
    const startMs = this.turnStartMs ?? timeMs;
    this.turnStartMs = undefined;
    this.model = asText(data.model) ?? this.model;
    if (asTokens(data.outputTokens) !== undefined) this.outputsAlone += 1;
    const id = asText(data.messageId);
    const parts = replyParts(data, line);
    this.lastCall = this.draft.addReply({ id, parts, line, timeMs: startMs, model: this.model }).id;
  }

  /** Only streams have it: a session's file does not keep it. */
  private addUsage(data: JsonObject): void {
    const usage = copilotUsage(data);
    if (usage === undefined) return;
    const model = asText(data.model);
    if (this.lastCall === undefined) this.draft.addCall({ usage, model });
    else {
      this.draft.updateCall(this.lastCall, { usage, model });
      this.outputsAlone -= 1;
    }
    this.lastCall = undefined;
  }

  private addResult(event: Event): void {
    const result = toolResult(event.data, this.assets);
    this.model = asText(event.data.model) ?? this.model;
    if (event.data.isUserRequested === true) this.say('command-echo', result.parts, event);
    else {
      const { line, timeMs } = event;
      this.draft.addMessage({ role: 'tool', kind: 'tool-results', parts: [result], line, timeMs });
    }
  }

  /** What was said while it was summarised came too late for the summary. */
  private addCompaction(event: Event): void {
    const { data, line, timeMs } = event;
    const { draft, compaction } = this;
    this.compaction = undefined;
    if (data.success === false) {
      this.note('api-error', asText(data.error) ?? 'The compaction failed', event);
      return;
    }
    const [start, used] = [compaction?.event, asObject(data.compactionTokensUsed)];
    const usage = copilotUsage(used);
    if (usage !== undefined) {
      draft.addCall({ usage, model: asText(used?.model) ?? this.model, timeMs: start?.timeMs ?? timeMs });
    }
    const at = draft.messages.length;
    const kept = draft.messages.slice(compaction?.at ?? at);
    this.env.warn('guessed', line, 'What a compaction kept is not recorded: what came since it began is taken as kept');
    const summary = textParts(asText(data.summaryContent));
    const summaryMessageId =
      summary.length === 0
        ? undefined
        : draft.addMessage({ role: 'user', kind: 'summary', parts: summary, line, timeMs }).id;
    const preTokens = asTokens(data.preCompactionTokens) ?? asTokens(start?.data.currentTokens);
    const tookMs = start?.timeMs === undefined || timeMs === undefined ? undefined : timeMs - start.timeMs;
    this.contextWindow = asTokens(data.tokenLimit) ?? this.contextWindow;
    draft.boundaries.push({
      kind: 'full',
      at,
      trigger: triggerOf(asText(data.trigger) ?? asText(start?.data.trigger), data),
      keptMessageIds: kept.map(({ id }) => id),
      line,
      ...given({
        timeMs,
        summaryMessageId,
        preTokens,
        preTokensMeans: preTokens === undefined ? undefined : ('context' as const),
        postTokens: asTokens(data.postCompactionTokens),
        tokensSaved: asTokens(data.tokensRemoved),
        durationMs: asTokens(used?.duration) ?? (tookMs === undefined ? undefined : Math.max(0, tookMs)),
      }),
    });
  }

  private addTruncation({ data, line, timeMs }: Event): void {
    this.env.warn('noticed', line, 'A truncation removed messages: which ones is not recorded');
    this.draft.boundaries.push({
      kind: 'prune',
      at: this.draft.messages.length,
      trigger: 'auto',
      preTokensMeans: 'unknown',
      line,
      ...given({
        timeMs,
        preTokens: asTokens(data.preTruncationTokensInMessages),
        postTokens: asTokens(data.postTruncationTokensInMessages),
        tokensSaved: asTokens(data.tokensRemovedDuringTruncation),
      }),
    });
  }

  private clear(event: Event): void {
    const { data, line, timeMs } = event;
    const at = this.draft.messages.length;
    this.draft.boundaries.push({ kind: 'full', at, trigger: 'manual', keptMessageIds: [], line, ...given({ timeMs }) });
    this.say('injected', textParts(asText(data.initialMessage)), event);
  }

  private addHook({ type, data, line, timeMs }: Event): void {
    const id = asText(data.hookInvocationId) ?? '';
    if (type === 'hook.start') {
      this.openHooks.set(id, this.hooks.length);
      const event = asText(data.hookType) ?? 'unknown';
      this.hooks.push({ event, at: this.draft.messages.length, line, ...given({ timeMs }) });
      return;
    }
    const place = this.openHooks.get(id);
    const hook = place === undefined ? undefined : this.hooks[place];
    this.openHooks.delete(id);
    if (place === undefined || hook?.timeMs === undefined || timeMs === undefined) return;
    this.hooks[place] = { ...hook, tookMs: Math.max(0, timeMs - hook.timeMs) };
  }

  private say(kind: MessageKind, parts: readonly ResultPart[], { line, timeMs }: Pick<Event, 'line' | 'timeMs'>): void {
    if (parts.length > 0) this.draft.addMessage({ role: 'user', kind, parts, line, timeMs });
  }

  private note(kind: RecordedEvent['kind'], text: string, { line, timeMs }: Event): void {
    const at = this.draft.messages.length;
    this.draft.events.push({ kind, at, text: wellFormed(text), line, ...given({ timeMs }) });
  }
}

function triggerOf(trigger: string | undefined, { customInstructions }: JsonObject): 'auto' | 'manual' | 'unknown' {
  if (trigger === 'manual' || asText(customInstructions) !== undefined) return 'manual';
  return trigger === undefined ? 'unknown' : 'auto';
}

export function eventOf(record: JsonObject, line: number): Event | undefined {
  const [type, data] = [asText(record.type), asObject(record.data)];
  return type === undefined || data === undefined
    ? undefined
    : { type, data, line, timeMs: asTimeMs(record.timestamp) };
}
