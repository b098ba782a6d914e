import { asCount, asObject, asText, asTimeMs, boundedDepth, type Json, type JsonObject } from '../base/json';
import { wellFormed } from '../base/well-formed';
import type { CallId, Part, RecordedEvent, Transcript } from '../transcript/transcript';
import { addCompactedHistory } from './codex/compaction';
import { Context } from './codex/context';
import { EarlierMessages } from './codex/earlier-messages';
import { withExitCode } from './codex/failed-output';
import { codexUserKind } from './codex/injected-text';
import { readSessionMeta, type SessionMeta, systemOf } from './codex/session-meta';
import { ReplyRun } from './openai/reply-run';
import { isResponseItemType, readResponseItem } from './openai/response-item';
import { openaiUsage } from './openai/usage';
import { asTokens } from './read/as-tokens';
import { given } from './read/given';
import type { ImportEnv, Importer, Reading } from './read/importer';
import { RepeatedCallIds } from './read/repeated-call-ids';
import { noticeOrphanResults, TranscriptDraft } from './read/transcript-draft';
import { RESPONSES_ITEM_TYPES } from './recognition/responses-item-types';
import { has, isOneOf, typeOf } from './recognition/rule';

/**
 * Rollouts of the Codex CLI. `response_item` records are the conversation; most `event_msg` records repeat it for the
 * screen. Of those only the counts, interruptions and rollbacks matter.
 *
 *   reasoning, message, function_call     one message of the model
 *   function_call_output                  tool results
 *   token_count                           the usage of that message's call
 *   compacted                             boundary
 *   token_count with input 0              its estimate of what is left
 */
export const codex: Importer = {
  format: 'codex',
  recognisedBy: [
    {
      rule: 'R-L2',
      because: 'it has session_meta or response_item records with a payload',
      matches: (records) =>
        records.some(
          (record) =>
            (typeOf(record) === 'session_meta' || typeOf(record) === 'response_item') &&
            asObject(record.payload) !== undefined,
        ),
    },
    {
      rule: 'R-L2',
      because: 'it starts with an early Codex header, followed by Responses items',
      matches: ([header, ...records]) =>
        header !== undefined &&
        has(header, 'id', 'timestamp', 'instructions') &&
        typeOf(header) === undefined &&
        records.some(
          (record) => asText(record.record_type) === 'state' || isOneOf(typeOf(record), RESPONSES_ITEM_TYPES),
        ),
    },
  ],
  takesRecords: true,
  start: (env) => new CodexReading(env),
};

/** A task that contains only a compaction is the user's `/compact`. */
interface Task {
  items: number;
  readonly boundaries: number[];
}

const NO_PART_OF_CONTEXT = new Set(['world_state', 'security_risk_score']);

class CodexReading implements Reading {
  private readonly draft = new TranscriptDraft();
  private readonly run = new ReplyRun(this.draft);
  private readonly context = new Context(this.draft.messages);
  private readonly ids = new RepeatedCallIds();
  private readonly earlier = new EarlierMessages(this.draft.messages);
  private meta: SessionMeta | undefined;
  private version: string | undefined;
  private title: string | undefined;
  private model: string | undefined;
  private contextWindow: number | undefined;
  private task: Task | undefined;
  /** The latest call, until its count arrives. */
  private uncounted: CallId | undefined;
  private lastTotal: string | undefined;
  private lastContextTokens: number | undefined;
  /** The boundary whose remaining tokens the next count may state. */
  private uncountedBoundary: number | undefined;
  /** An estimate that came before its compaction, as for local ones. */
  private earlyEstimate: number | undefined;

  constructor(private readonly env: ImportEnv) {}

  add(value: Json, line: number): void {
    const record = asObject(value);
    if (record === undefined) {
      this.env.warn('skipped', line, 'Not a Codex record');
      return;
    }
    const timeMs = asTimeMs(record.timestamp);
    const payload = asObject(record.payload);
    if (payload === undefined) this.addBare(record, line, timeMs);
    else this.addRecord(asText(record.type) ?? '', payload, line, timeMs);
  }

  finish(): readonly Transcript[] {
    this.endReply();
    const { draft, meta, contextWindow, title } = this;
    if (draft.isEmpty()) return [];
    noticeOrphanResults(draft.messages, this.env);
    return [
      draft.transcript({
        format: 'codex',
        systemInFile: 'some',
        system: systemOf(meta, draft.messages),
        tools: meta?.tools ?? [],
        ...meta?.facts,
        ...given({ contextWindow, title }),
      }),
    ];
  }

  private addRecord(type: string, payload: JsonObject, line: number, timeMs: number | undefined): void {
    switch (type) {
      case 'session_meta':
        this.addMeta(payload);
        return;
      case 'turn_context':
        this.model = asText(payload.model) ?? this.model;
        return;
      case 'response_item':
        this.addItem(payload, line, timeMs);
        return;
      case 'event_msg':
        this.addEvent(payload, line, timeMs);
        return;
      case 'compacted':
        this.addCompaction(payload, line, timeMs);
        return;
      default:
        if (NO_PART_OF_CONTEXT.has(type) || type.startsWith('inter_agent_communication')) return;
        this.env.warn('skipped', line, `Unknown Codex record of type "${type.slice(0, 40)}"`);
    }
  }

  /** Rollouts of mid 2025: a header without a type, then bare items. */
  private addBare(record: JsonObject, line: number, timeMs: number | undefined): void {
    const type = asText(record.type);
    if (record.record_type !== undefined) return;
    if (type !== undefined ? isResponseItemType(type) : record.role !== undefined) this.addItem(record, line, timeMs);
    else if (type === undefined && typeof record.id === 'string') this.addMeta(record);
    else this.env.warn('skipped', line, 'Not a Codex record');
  }

  /** Repeated each time the session is reopened, and, in a fork, once more for the original session. */
  private addMeta(payload: JsonObject): void {
    const meta = readSessionMeta(payload);
    this.meta ??= meta;
    if (meta.facts.sessionId === this.meta.facts.sessionId) this.version = meta.version ?? this.version;
  }

  private addItem(payload: JsonObject, line: number, timeMs: number | undefined): void {
    const item = readResponseItem(payload);
    const id = asText(payload.id);
    this.earlyEstimate = undefined;
    if (this.task !== undefined) this.task.items += 1;
    switch (item.kind) {
      case 'reply':
        this.run.add({ id, line, timeMs, parts: this.toldApart(item.parts, line) });
        return;
      case 'message': {
        this.endReply();
        this.ids.endRound();
        const kind = codexUserKind(item.parts, item.messageKind);
        this.draft.addMessage({ id, line, timeMs, role: item.role, kind, parts: item.parts });
        return;
      }
      case 'result':
        this.endReply();
        this.draft.addMessage({
          id,
          line,
          timeMs,
          role: 'tool',
          kind: 'tool-results',
          parts: this.ids.toldApart(item.parts).map(withExitCode),
        });
        return;
      case 'not-sent':
        return;
      case 'compaction':
        this.env.warn('skipped', line, 'A compaction item outside a "compacted" record');
        return;
      case 'reference':
      case 'nothing':
        this.env.warn('skipped', line, 'A reference to an item that is not in the file');
    }
  }

  private toldApart(parts: readonly Part[], line: number): readonly Part[] {
    const apart = this.ids.toldApart(parts);
    for (const [index, part] of apart.entries()) {
      const recorded = parts[index];
      if (part.kind === 'tool-call' && recorded?.kind === 'tool-call' && part.id !== recorded.id)
        this.env.warn('repaired', line, 'A call has the id of an earlier one, and was given another');
    }
    return apart;
  }

  private endReply(): void {
    const call = this.run.end(given({ model: this.model }));
    if (call !== undefined) this.uncounted = call.id;
  }

  private addEvent(payload: JsonObject, line: number, timeMs: number | undefined): void {
    switch (payload.type) {
      case 'token_count':
        this.addCount(asObject(payload.info), timeMs);
        return;
      case 'task_started':
      case 'turn_started':
        this.endReply();
        this.uncounted = undefined;
        this.task = { items: 0, boundaries: [] };
        this.contextWindow = wholeWindow(payload.model_context_window) ?? this.contextWindow;
        return;
      case 'task_complete':
      case 'turn_complete':
        this.endTask();
        return;
      case 'turn_aborted':
        this.endReply();
        this.uncounted = undefined;
        this.addNote('interrupt', asText(payload.reason) ?? 'aborted', line, timeMs);
        return;
      case 'thread_rolled_back':
        this.addRollback(asCount(payload.num_turns) ?? 0, line, timeMs);
        return;
      case 'error':
      case 'stream_error':
        this.addNote('api-error', asText(payload.message) ?? 'error', line, timeMs);
        return;
      case 'thread_name_updated':
        this.title = asText(payload.thread_name) ?? this.title;
        return;
    }
  }

  private addCount(info: JsonObject | undefined, timeMs: number | undefined): void {
    const last = asObject(info?.last_token_usage);
    if (info === undefined || last === undefined) return;
    this.contextWindow = wholeWindow(info.model_context_window) ?? this.contextWindow;
    const contextTokens = asTokens(last.total_tokens);
    const usage = openaiUsage(last);
    const total =
      info.total_token_usage === undefined ? undefined : JSON.stringify(boundedDepth(info.total_token_usage).value);
    // The same count is repeated at odd moments, even between two items of one response.
    const isRepeat = total !== undefined && total === this.lastTotal;
    this.lastTotal = total;
    if (usage === undefined || asCount(last.input_tokens) === 0) {
      this.addEstimate(contextTokens);
      return;
    }
    this.lastContextTokens = contextTokens ?? this.lastContextTokens;
    if (!isRepeat) {
      this.earlyEstimate = undefined;
      this.endReply();
      if (this.uncounted === undefined) this.draft.addCall({ usage, ...given({ model: this.model, timeMs }) });
      else this.draft.updateCall(this.uncounted, { usage });
      this.uncounted = undefined;
      this.uncountedBoundary = undefined;
    }
  }

  /** Codex counts the new history itself after a compaction, without a model. */
  private addEstimate(postTokens: number | undefined): void {
    const index = this.uncountedBoundary;
    const boundary = index === undefined ? undefined : this.draft.boundaries[index];
    if (postTokens === undefined) return;
    if (index === undefined || boundary === undefined) {
      this.earlyEstimate = postTokens;
      return;
    }
    this.draft.boundaries[index] = { ...boundary, postTokens };
    this.lastContextTokens = postTokens;
    this.uncountedBoundary = undefined;
  }

  private addCompaction(payload: JsonObject, line: number, timeMs: number | undefined): void {
    this.endReply();
    const { draft, context, earlier, env } = this;
    const read = addCompactedHistory(payload, line, timeMs, { draft, context, earlier, env });
    const { at, kept, summaryMessageId } = read;
    const preTokens = this.lastContextTokens;
    const postTokens = this.earlyEstimate;
    const index = draft.boundaries.push({
      kind: 'full',
      at,
      trigger: 'auto',
      keptMessageIds: kept.map(({ id }) => id),
      keptPosition: 'before-summary',
      line,
      ...given({
        timeMs,
        preTokens,
        preTokensMeans: preTokens === undefined ? undefined : ('context' as const),
        postTokens,
        summaryMessageId,
        agentVersion: this.version,
      }),
    });
    context.keepOnly([...kept, ...draft.messages.slice(at)]);
    this.task?.boundaries.push(index - 1);
    this.uncountedBoundary = postTokens === undefined ? index - 1 : undefined;
    this.lastContextTokens = postTokens ?? preTokens;
    this.earlyEstimate = undefined;
    this.uncounted = undefined;
  }

  private endTask(): void {
    this.endReply();
    for (const index of this.task?.items === 0 ? this.task.boundaries : []) {
      const boundary = this.draft.boundaries[index];
      if (boundary !== undefined) this.draft.boundaries[index] = { ...boundary, trigger: 'manual' };
    }
    this.task = undefined;
  }

  private addRollback(turns: number, line: number, timeMs: number | undefined): void {
    this.endReply();
    const dropped = this.context.dropTurns(turns);
    if (dropped.length === 0) return;
    this.draft.boundaries.push({
      kind: 'rewind',
      at: this.draft.messages.length,
      trigger: 'manual',
      droppedMessageIds: dropped.map(({ id }) => id),
      line,
      ...given({ timeMs }),
    });
  }

  private addNote(kind: RecordedEvent['kind'], text: string, line: number, timeMs: number | undefined): void {
    this.draft.events.push({
      kind,
      at: this.draft.messages.length,
      text: wellFormed(text),
      line,
      ...given({ timeMs }),
    });
  }
}

/** Codex uses, and records, 95 % of the model's window. */
function wholeWindow(recorded: Json | undefined): number | undefined {
  const used = asTokens(recorded);
  return used === undefined ? undefined : Math.round(used / 0.95);
}
