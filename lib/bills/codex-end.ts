import { asCount, asObject, asText, type JsonObject } from '../base/json';
import type { EndTracker, FileEnd, LineSpan } from './file-end';

/** A new turn of Codex needs the session, the model and the last count, which may be repeated; all else ends with a turn. */
export class CodexEnd implements EndTracker {
  standsAlone = true;
  private isKnown = true;
  private hasTurn = false;
  private meta: LineSpan | undefined;
  private context: LineSpan | undefined;
  private count: LineSpan | undefined;

  constructor(before?: Extract<FileEnd, { type: 'codex' }>) {
    [this.meta, this.context, this.count] = before?.lines ?? [];
  }

  add(record: JsonObject, line: LineSpan): void {
    const type = asText(record.type) ?? '';
    const payload = asObject(record.payload);
    // Early rollouts have bare items.
    if (payload === undefined) this.isKnown = false;
    const event = type === 'event_msg' ? asText(payload?.type) : undefined;
    if (event === 'task_started' || event === 'turn_started') this.hasTurn = true;
    if (!this.hasTurn && type !== 'session_meta' && type !== 'turn_context') this.standsAlone = false;
    if (type === 'session_meta') this.meta ??= line;
    if (type === 'turn_context' && asText(payload?.model) !== undefined) this.context = line;
    const last = event === 'token_count' ? asObject(asObject(payload?.info)?.last_token_usage) : undefined;
    // An estimate after a compaction also says what precedes the next one.
    if (last !== undefined) this.count = (asCount(last.input_tokens) ?? 0) > 0 ? line : undefined;
  }

  end(bytes: number): FileEnd | undefined {
    const { meta, context, count } = this;
    if (!this.isKnown || meta === undefined || context === undefined || count === undefined) return undefined;
    return { type: 'codex', bytes, lines: [meta, context, count] };
  }
}
