import { asObject, asText, asTimeMs, type Json, type JsonObject } from '../../base/json';
import type { Message, MessageId, Part, ToolCallId, Transcript } from '../../transcript/transcript';
import { readMessage } from '../any-message/read-message';
import { given } from '../read/given';
import type { ImportEnv } from '../read/importer';
import { type NewCall, noticeOrphanResults, TranscriptDraft } from '../read/transcript-draft';
import { tracedUsage } from '../traced/traced-usage';
import { taskOf } from './task-title';
import { answeredTool, withCall, withResult } from './tools-in-text';

/**
 * What was sent: `api_conversation_history.json`. Roo keeps what it compacted, with the id of the summary or the marker
 * that took its place.
 */
export class ApiHistory {
  private readonly draft = new TranscriptDraft();
  private readonly hiddenBy = new Map<MessageId, readonly string[]>();
  private readonly markers = new Set<string>();
  private toolsInText = 0;

  constructor(private readonly env: ImportEnv) {}

  add(value: Json, line: number): void {
    const message = readMessage(value);
    if (message === undefined) {
      this.env.warn('skipped', line, 'Not a message');
      return;
    }
    const { fields, role, kind, parts } = message;
    const timeMs = asTimeMs(fields.ts) ?? message.timeMs;
    const isSummary = fields.isSummary === true;
    const isMarker = fields.isTruncationMarker === true;
    if (role === 'assistant' && !isSummary) {
      this.draft.addReply({ ...callFacts(fields), ...given({ timeMs }), parts, line });
    } else if (isSummary || isMarker) this.addMarker(fields, parts, isSummary, timeMs, line);
    else this.addSent(role, kind, parts, timeMs, line);
    const added = this.draft.messages.at(-1);
    const parents = [fields.condenseParent, fields.truncationParent].flatMap((parent) => asText(parent) ?? []);
    if (added !== undefined) this.hiddenBy.set(added.id, parents);
  }

  /** None without messages. */
  transcript(): readonly Transcript[] {
    const { draft, env } = this;
    if (draft.isEmpty()) return [];
    noticeOrphanResults(draft.messages, env);
    if (!draft.calls.some(({ usage }) => usage !== undefined)) {
      env.warn('noticed', 0, 'The file has no token counts: import ui_messages.json of the same task with it');
    }
    const title = taskOf(draft.messages);
    return [draft.transcript({ format: 'cline', systemInFile: 'none', ...given({ title }) })];
  }

  private addSent(
    role: Message['role'],
    kind: Message['kind'],
    parts: readonly Part[],
    timeMs: number | undefined,
    line: number,
  ): void {
    const sent = { role, kind, line, ...given({ timeMs }) };
    const name = answeredTool(parts);
    const last = this.draft.messages.length - 1;
    const asked = this.draft.messages[last];
    const id = `tool-${this.toolsInText + 1}` as ToolCallId;
    const calls = name === undefined || asked?.role !== 'assistant' ? undefined : withCall(asked.parts, name, id);
    if (name === undefined || asked === undefined || calls === undefined) {
      this.draft.addMessage({ ...sent, parts });
      return;
    }
    this.toolsInText += 1;
    this.draft.messages[last] = { ...asked, parts: calls };
    this.draft.addMessage({ ...sent, role: 'tool', kind: 'tool-results', parts: withResult(parts, name, id) });
  }

  private addMarker(
    fields: JsonObject,
    parts: readonly Part[],
    isSummary: boolean,
    timeMs: number | undefined,
    line: number,
  ): void {
    const own = asText(fields.condenseId) ?? asText(fields.truncationId);
    if (own !== undefined) this.markers.add(own);
    const kept = this.draft.messages.filter(
      ({ id }) => !(this.hiddenBy.get(id) ?? []).some((parent) => this.markers.has(parent)),
    );
    const at = this.draft.messages.length;
    const marker = this.draft.addMessage({
      role: 'user',
      kind: isSummary ? 'summary' : 'injected',
      parts,
      line,
      ...given({ timeMs }),
    });
    this.draft.boundaries.push({
      kind: 'full',
      at,
      trigger: 'unknown',
      keptMessageIds: kept.map(({ id }) => id),
      keptPosition: 'before-summary',
      summaryMessageId: marker.id,
      line,
      ...given({ timeMs }),
    });
  }
}

/** Newer versions of Cline write them into the message. */
function callFacts(fields: JsonObject): NewCall {
  const tokens = asObject(asObject(fields.metrics)?.tokens);
  return given({
    model: asText(asObject(fields.modelInfo)?.modelId),
    usage:
      tokens === undefined
        ? undefined
        : tracedUsage({ input: tokens.prompt, output: tokens.completion, cacheRead: tokens.cached }),
  });
}
