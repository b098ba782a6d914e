import { asArray, asCount, asObject, asText, asTimeMs, type Json, type JsonObject, parseJson } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { Boundary, Part, Transcript } from '../../transcript/transcript';
import { asTokens } from '../read/as-tokens';
import { given } from '../read/given';
import type { ImportEnv } from '../read/importer';
import { type NewCall, TranscriptDraft } from '../read/transcript-draft';
import { tracedUsage } from '../traced/traced-usage';
import { taskOf } from './task-title';

/** Shown, but not said by the model. */
const BESIDE =
  /^(?:task|error|checkpoint|diff_error|shell_|api_req_|deleted_api|resume_|mcp_server_request_started|load_mcp|command_output|.*_result$|.*_response$|clineignore|rooignore|info|hook|task_progress|codebase_search|subtask_result|condense_context_error)/;
const SAID =
  /^(?:text|completion_result|followup|plan_mode_respond|command|tool|use_mcp_server|browser_action(?:_launch)?|new_task|condense|report_bug|summarize_task)$/;

interface OpenRequest {
  readonly call: NewCall;
  readonly parts: Part[];
  readonly line: number;
}

/**
 * What was shown: `ui_messages.json`. Each `api_req_started` is a call, with what was sent as text, and its tokens. Cline
 * drops the oldest messages: every message says which of those that were sent are gone (`conversationHistoryDeletedRange`).
 */
export class ShownMessages {
  private readonly draft = new TranscriptDraft();
  private open: OpenRequest | undefined;
  private asked: Part[] = [];
  private deleted = '';
  private wasAsked = false;
  private readonly unknown = new Set<string>();

  constructor(private readonly env: ImportEnv) {}

  add(value: Json, line: number): void {
    const shown = asObject(value);
    const type = asText(shown?.say) ?? asText(shown?.ask);
    if (shown === undefined || type === undefined) {
      this.env.warn('skipped', line, 'Not a message of the task');
      return;
    }
    const text = wellFormed(asText(shown.text) ?? '');
    this.readRange(shown, line);
    if (type === 'api_req_started') this.addRequest(shown, text, line);
    else if (type === 'condense_context' || type === 'sliding_window_truncation') this.addCompaction(shown, line);
    else if (type.startsWith('user_feedback') || (this.open === undefined && type === 'text')) this.ask(text);
    else if (type === 'task') this.ask(text);
    else if (type === 'reasoning') this.say({ kind: 'thinking', text });
    else if (SAID.test(type) && !(type === 'completion_result' && text === '')) this.say({ kind: 'text', text });
    else if (!BESIDE.test(type) && !SAID.test(type)) this.unknown.add(type);
  }

  /** None without messages. */
  transcript(): readonly Transcript[] {
    this.endRequest();
    if (this.asked.length > 0) this.addAsked([], this.draft.messages.length + 1, undefined);
    for (const type of this.unknown)
      this.env.warn('noticed', 0, `Passed over messages of the type "${type.slice(0, 40)}"`);
    if (this.draft.isEmpty()) return [];
    const title = taskOf(this.draft.messages);
    return [this.draft.transcript({ format: 'cline', systemInFile: 'none', ...given({ title }) })];
  }

  private ask(text: string): void {
    if (text !== '') this.asked.push({ kind: 'text', text });
    this.wasAsked = true;
  }

  private say(part: Part): void {
    this.open?.parts.push(part);
  }

  private addRequest(shown: JsonObject, text: string, line: number): void {
    this.endRequest();
    const parsed = parseJson(text);
    const info = (parsed.ok ? asObject(parsed.value) : undefined) ?? {};
    const timeMs = asTimeMs(shown.ts);
    const request = wellFormed(asText(info.request) ?? '');
    this.addAsked(request === '' ? [] : [{ kind: 'text', text: request }], line, timeMs);
    const failure = asText(info.streamingFailedMessage);
    if (failure !== undefined) {
      const at = this.draft.messages.length;
      this.draft.events.push({ kind: 'api-error', at, text: wellFormed(failure), line, ...given({ timeMs }) });
    }
    const usage = tracedUsage({
      input: info.tokensIn,
      output: info.tokensOut,
      cacheRead: info.cacheReads,
      cacheWrite: info.cacheWrites,
    });
    const model = asText(asObject(shown.modelInfo)?.modelId);
    this.open = { call: given({ usage, timeMs, model }), parts: [], line };
  }

  /** The request has what was asked, too; some versions do not keep it. */
  private addAsked(request: readonly Part[], line: number, timeMs: number | undefined): void {
    const parts = request.length > 0 ? request : this.asked;
    if (parts.length === 0) return;
    const kind = this.wasAsked || this.draft.messages.length === 0 ? 'prompt' : 'injected';
    this.draft.addMessage({ role: 'user', kind, parts, line, ...given({ timeMs }) });
    this.asked = [];
    this.wasAsked = false;
  }

  /** A request that was cancelled before anything came is no call. */
  private endRequest(): void {
    const { open } = this;
    this.open = undefined;
    if (open !== undefined && (open.parts.length > 0 || open.call.usage !== undefined))
      this.draft.addReply({ ...open.call, ...open });
  }

  private addCompaction(shown: JsonObject, line: number): void {
    const info = asObject(shown.contextCondense) ?? asObject(shown.contextTruncation) ?? {};
    const summary = asText(info.summary);
    const boundary = this.pushBoundary(shown, line, {
      ...given({
        preTokens: asTokens(info.prevContextTokens),
        postTokens: asTokens(info.newContextTokens) || undefined,
      }),
    });
    if (summary === undefined) return;
    const parts = [{ kind: 'text', text: wellFormed(summary) }] as const;
    const { id } = this.draft.addMessage({ role: 'user', kind: 'summary', parts, line });
    this.draft.boundaries.splice(-1, 1, { ...boundary, summaryMessageId: id });
  }

  private readRange(shown: JsonObject, line: number): void {
    const [first, last] = (asArray(shown.conversationHistoryDeletedRange) ?? []).map(asCount);
    if (first === undefined || last === undefined || `${first} ${last}` === this.deleted) return;
    this.deleted = `${first} ${last}`;
    const kept = this.draft.messages.filter((_, index) => index < first || index > last);
    this.pushBoundary(shown, line, { keptMessageIds: kept.map(({ id }) => id), keptPosition: 'before-summary' });
  }

  /** Before the reply that is awaited, or after the last one. */
  private pushBoundary(shown: JsonObject, line: number, more: Partial<Boundary>): Boundary {
    if (this.open !== undefined && this.open.parts.length > 0) this.endRequest();
    const boundary: Boundary = {
      kind: 'full',
      at: this.draft.messages.length,
      trigger: this.open === undefined ? 'unknown' : 'auto',
      line,
      ...given({ timeMs: asTimeMs(shown.ts) }),
      ...more,
    };
    this.draft.boundaries.push(boundary);
    return boundary;
  }
}
