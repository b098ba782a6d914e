import { asBoolean, asObject, asText, type JsonObject } from '../base/json';
import type { EndTracker, FileEnd } from './file-end';
import { IdHashes } from './id-hashes';

const CONVERSATION: ReadonlySet<string> = new Set(['user', 'assistant', 'attachment', 'system', 'progress']);

/** Records of Claude Code have ids, by which copies are dropped and the parts of a response are joined. */
export class ClaudeCodeEnd implements EndTracker {
  standsAlone = true;
  private readonly ids: IdHashes;
  private readonly earlier: IdHashes;
  private hasBoundary = false;

  constructor(before?: Extract<FileEnd, { type: 'claude-code' }>) {
    this.ids = new IdHashes(before?.ids);
    this.earlier = new IdHashes(before?.ids);
  }

  add(record: JsonObject): void {
    if (!CONVERSATION.has(asText(record.type) ?? '')) return;
    const ids = [asText(record.uuid), asText(asObject(record.message)?.id)].flatMap((id) => id ?? []);
    this.standsAlone &&= this.isNew(record, ids);
    for (const id of ids) this.ids.add(id);
    if (record.subtype === 'compact_boundary') this.hasBoundary = true;
  }

  /** Of all records so far. */
  mayHave(id: string): boolean {
    return this.ids.mayHave(id);
  }

  end(bytes: number): FileEnd {
    return { type: 'claude-code', bytes, ids: this.ids.text() };
  }

  private isNew(record: JsonObject, ids: readonly string[]): boolean {
    if (asText(record.uuid) === undefined || ids.some((id) => this.earlier.mayHave(id))) return false;
    // Older sub-agents and mirrors go on from records before.
    if (asBoolean(record.isSidechain) === true || asObject(record.data)?.type === 'agent_progress') return false;
    // The boundary of a summary may be the last record before.
    return asBoolean(record.isCompactSummary) !== true || this.hasBoundary;
  }
}
