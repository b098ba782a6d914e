import { asCount, asObject, asText, asTimeMs, type Json, type JsonObject } from '../base/json';
import { wellFormed } from '../base/well-formed';
import type { Message, MessageKind, Part, Role, ToolCallId, Transcript } from '../transcript/transcript';
import { piReplyParts, piResultParts, piUsage, shellText, textPart } from './pi/content';
import { asTokens } from './read/as-tokens';
import type { Entry } from './read/branch';
import { given } from './read/given';
import type { ImportEnv, Importer, Reading } from './read/importer';
import { RecordTree } from './read/record-tree';
import { noticeOrphanResults, TranscriptDraft } from './read/transcript-draft';

/**
 * Sessions of pi: a header, then entries. From version 2 on, each names the entry before it; the branch with the last one
 * is the live one.
 *
 *   message          user, assistant, toolResult, …     messages, and a call for each answer
 *   custom_message   from an extension                  injected
 *   compaction       summary, firstKeptEntryId          boundary: the summary, then what is kept
 *   branch_summary   of the branch that was left        injected
 *   an entry whose parent is not the last one           rewind
 */
export const pi: Importer = { format: 'pi', takesRecords: true, start: (env) => new PiReading(env) };

const BOOK_KEEPING = new Set(['custom', 'label', 'thinking_level_change', 'model_change', 'leaf']);
/** Version from which on interrupted answers are not sent again. */
const DROPS_UNFINISHED = 3;

interface Said {
  readonly role: Role;
  readonly kind: MessageKind;
  readonly parts: readonly Part[];
}

/** Of one entry. */
interface Place {
  readonly id: string | undefined;
  readonly line: number;
  readonly timeMs: number | undefined;
}

class PiReading implements Reading {
  private readonly draft = new TranscriptDraft();
  /** As `firstKeptEntryIndex` counts them: with the header. */
  private readonly entries: (Entry | undefined)[] = [];
  private header: JsonObject | undefined;
  private model: string | undefined;
  private title: string | undefined;
  private copied: { readonly line: number; count: number } | undefined;

  private readonly tree: RecordTree;

  constructor(private readonly env: ImportEnv) {
    this.tree = new RecordTree(this.draft, env);
  }

  add(value: Json, line: number): void {
    const record = asObject(value);
    const type = asText(record?.type);
    if (record === undefined || type === undefined) {
      this.env.warn('skipped', line, 'Not a pi entry');
      return;
    }
    if (type === 'session') {
      this.header ??= record;
      this.entries.push(undefined);
      return;
    }
    const entry = this.entryFor(record, line);
    this.entries.push(entry);
    this.addEntry(entry, type, record, { id: asText(record.id), line, timeMs: asTimeMs(record.timestamp) });
  }

  finish(): readonly Transcript[] {
    const { draft, header, title } = this;
    if (draft.isEmpty()) return [];
    noticeOrphanResults(draft.messages, this.env);
    if (this.copied !== undefined) {
      const { line, count } = this.copied;
      this.env.warn('noticed', line, `The session is a fork: ${count} of its messages are copies of an earlier one's`);
    }
    return [
      draft.transcript({
        format: 'pi',
        formatVersion: String(this.version),
        systemInFile: 'none',
        agent: { name: 'pi' },
        ...given({ title, sessionId: asText(header?.id), workingDirectory: asText(header?.cwd) }),
      }),
    ];
  }

  private get version(): number {
    return asCount(this.header?.version) ?? 1;
  }

  /** Files of version 1 have no ids, and no branches. */
  private entryFor({ id, parentId }: JsonObject, line: number): Entry {
    const own = asText(id);
    const isInTree = own !== undefined && parentId !== undefined;
    return this.tree.place(own, isInTree ? (asText(parentId) ?? null) : undefined, line);
  }

  private addEntry(entry: Entry, type: string, record: JsonObject, place: Place): void {
    switch (type) {
      case 'message':
        this.addMessage(entry, asObject(record.message) ?? {}, place);
        return;
      case 'custom_message':
        this.say(entry, place, { role: 'user', kind: 'injected', parts: piResultParts(record.content) });
        return;
      case 'branch_summary':
        this.say(entry, place, { role: 'user', kind: 'injected', parts: piResultParts(record.summary) });
        return;
      case 'compaction':
        this.addCompaction(entry, record, place);
        return;
      case 'session_info':
        this.title = asText(record.name) ?? this.title;
        return;
      default:
        if (!BOOK_KEEPING.has(type)) {
          this.env.warn('skipped', place.line, `Unknown pi entry of type "${type.slice(0, 40)}"`);
        }
    }
  }

  private addMessage(entry: Entry, message: JsonObject, place: Place): void {
    const timeMs = asTimeMs(message.timestamp) ?? place.timeMs;
    const there = { ...place, timeMs };
    this.noticeCopy(there);
    const role = asText(message.role);
    switch (role) {
      case 'user':
        this.say(entry, there, { role, kind: 'prompt', parts: piResultParts(message.content) });
        return;
      case 'assistant':
        this.addReply(entry, message, there);
        return;
      case 'toolResult': {
        const callId = (asText(message.toolCallId) ?? '') as ToolCallId;
        const parts = piResultParts(message.content);
        const result = { kind: 'tool-result', callId, parts, isError: message.isError === true } as const;
        this.say(entry, there, { role: 'tool', kind: 'tool-results', parts: [result] });
        return;
      }
      case 'bashExecution':
        if (message.excludeFromContext === true) return;
        this.say(entry, there, { role: 'user', kind: 'command-echo', parts: [textPart(shellText(message))] });
        return;
      case 'custom':
      case 'hookMessage':
        this.say(entry, there, { role: 'user', kind: 'injected', parts: piResultParts(message.content) });
        return;
      case 'branchSummary':
      case 'compactionSummary':
        this.say(entry, there, { role: 'user', kind: 'injected', parts: piResultParts(message.summary) });
        return;
      default:
        this.env.warn('skipped', place.line, `Unknown pi role "${role?.slice(0, 40) ?? ''}"`);
    }
  }

  private say(entry: Entry, place: Place, said: Said): void {
    if (said.parts.length > 0) this.tree.enter(entry, this.draft.addMessage({ ...place, ...said }));
  }

  private addReply(entry: Entry, message: JsonObject, place: Place): void {
    const { draft } = this;
    const stopReason = asText(message.stopReason);
    const isUnfinished = stopReason === 'aborted' || stopReason === 'error';
    if (isUnfinished) {
      draft.events.push({
        kind: stopReason === 'aborted' ? 'interrupt' : 'api-error',
        at: draft.messages.length,
        text: wellFormed(asText(message.errorMessage) ?? stopReason),
        line: place.line,
        ...given({ timeMs: place.timeMs }),
      });
    }
    this.model = asText(message.model) ?? this.model;
    const usage = piUsage(message.usage);
    const call = { usage, stopReason, model: this.model, timeMs: place.timeMs };
    const parts = piReplyParts(message.content, place.line);
    const isSent = parts.length > 0 && !(isUnfinished && this.version >= DROPS_UNFINISHED);
    const isCall = usage !== undefined || !isUnfinished;
    if (!isSent) {
      if (isCall) draft.addCall(call);
    } else if (isCall) {
      const { at } = draft.addReply({ ...place, ...call, parts });
      const reply = draft.messages[at];
      if (reply !== undefined) this.tree.enter(entry, reply);
    } else this.say(entry, place, { role: 'assistant', kind: 'reply', parts });
  }

  private addCompaction(entry: Entry, record: JsonObject, place: Place): void {
    const { draft, tree } = this;
    const at = draft.messages.length;
    const firstKept = this.firstKept(record);
    const kept = tree.since(firstKept);
    if (kept === undefined) {
      this.env.warn(
        'guessed',
        place.line,
        'A compaction keeps entries from one on that is not before it: none are kept',
      );
    }
    // Its request was made before the entry was written.
    const usage = piUsage(record.usage);
    if (usage !== undefined) draft.addCall({ usage, model: this.model, timeMs: place.timeMs });
    const parts = [textPart(asText(record.summary) ?? '')];
    const summary: Message = draft.addMessage({ ...place, role: 'user', kind: 'summary', parts });
    const preTokens = asTokens(record.tokensBefore);
    draft.boundaries.push({
      kind: 'full',
      at,
      trigger: 'unknown',
      summaryMessageId: summary.id,
      keptMessageIds: (kept ?? []).flatMap(({ message }) => message?.id ?? []),
      line: place.line,
      ...given({
        timeMs: place.timeMs,
        preTokens,
        preTokensMeans: preTokens === undefined ? undefined : ('context' as const),
      }),
    });
    tree.compact(entry, summary, kept ?? [], kept === undefined ? undefined : firstKept);
  }

  private firstKept({ firstKeptEntryId, firstKeptEntryIndex }: JsonObject): Entry | undefined {
    const id = asText(firstKeptEntryId);
    return id === undefined ? this.entries[asCount(firstKeptEntryIndex) ?? -1] : this.tree.find(id);
  }

  private noticeCopy({ timeMs, line }: Place): void {
    const started = asTimeMs(this.header?.timestamp);
    if (timeMs === undefined || started === undefined || timeMs >= started) return;
    this.copied ??= { line, count: 0 };
    this.copied.count += 1;
  }
}
