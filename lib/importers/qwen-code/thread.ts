import { asArray, asObject, asText, boundedDepth, type Json, type JsonObject } from '../../base/json';
import type { Message, MessageKind, Part, Transcript, Usage } from '../../transcript/transcript';
import { contextTotal } from '../../transcript/usage';
import { FunctionCalls } from '../gemini/function-calls';
import { geminiParts } from '../gemini/parts';
import { geminiUsage } from '../gemini/usage';
import { asTokens } from '../read/as-tokens';
import type { Entry } from '../read/branch';
import { given } from '../read/given';
import type { ImportEnv } from '../read/importer';
import { RecordTree } from '../read/record-tree';
import { noticeOrphanResults, TranscriptDraft } from '../read/transcript-draft';
import { userKind } from '../read/user-kind';

interface Place {
  readonly id: string | undefined;
  readonly line: number;
  readonly timeMs: number | undefined;
}

/** Kinds of records of a user that nobody typed. */
const INJECTED = new Set(['notification', 'cron', 'background_task_completed', 'goal_runtime', 'omni_recall']);

/** The session's own records, or those of one sub-agent. */
export class QwenThread {
  private readonly draft = new TranscriptDraft();
  private readonly tree: RecordTree;
  private readonly calls = new FunctionCalls();
  private contextWindow: number | undefined;
  private lastTokens: number | undefined;

  constructor(private readonly env: ImportEnv) {
    this.tree = new RecordTree(this.draft, env);
  }

  add(type: string, record: JsonObject, place: Place): void {
    const { id, line } = place;
    const { parentUuid } = record;
    const parts = geminiParts(asObject(record.message)?.parts, this.calls);
    const earlier = id === undefined ? undefined : this.tree.find(id);
    const said = record.subtype === 'chat_compression' ? summaryParts(record) : parts;
    if (earlier !== undefined && (said.length === 0 || isRepeated(earlier, said))) {
      this.env.warn('skipped', line, 'Duplicate of an earlier record');
      return;
    }
    const entry = this.tree.place(id, parentUuid === null ? null : asText(parentUuid), line);
    switch (type) {
      case 'user':
        this.say(entry, place, kindOf(record, parts), parts);
        return;
      case 'tool_result':
        this.say(entry, place, 'tool-results', withStatus(parts, record));
        return;
      case 'assistant':
        this.addReply(entry, record, place, parts);
        return;
      case 'system':
        // The others are about the screen, or about the session.
        if (record.subtype === 'chat_compression') this.addCompression(entry, record, place);
        return;
      default:
        this.env.warn('skipped', line, `Unknown Qwen Code record of type "${type.slice(0, 40)}"`);
    }
  }

  transcript(rest: Partial<Transcript>): Transcript | undefined {
    const { draft, contextWindow } = this;
    if (draft.isEmpty()) return undefined;
    noticeOrphanResults(draft.messages, this.env);
    return draft.transcript({ format: 'qwen-code', systemInFile: 'none', ...given({ contextWindow }), ...rest });
  }

  private say(entry: Entry, place: Place, kind: MessageKind, parts: readonly Part[]): void {
    if (parts.length === 0) return;
    const role = kind === 'tool-results' ? 'tool' : 'user';
    this.tree.enter(entry, this.draft.addMessage({ ...place, role, kind, parts }));
  }

  private addReply(entry: Entry, record: JsonObject, place: Place, parts: readonly Part[]): void {
    const usage = qwenUsage(record.usageMetadata);
    this.contextWindow = asTokens(record.contextWindowSize) ?? this.contextWindow;
    if (usage !== undefined) this.lastTokens = contextTotal(usage);
    const { at } = this.draft.addReply({ ...place, parts, usage, model: asText(record.model) });
    const reply = this.draft.messages[at];
    if (reply !== undefined) this.tree.enter(entry, reply);
  }

  /** The new context: its end repeats messages, what precedes them is new. */
  private addCompression(entry: Entry, record: JsonObject, { id, line, timeMs }: Place): void {
    const payload = asObject(record.systemPayload);
    const history = asArray(payload?.compressedHistory);
    if (history === undefined) {
      this.env.warn('skipped', line, 'A compression without its new history');
      return;
    }
    const { draft } = this;
    const at = draft.messages.length;
    const kept = this.repeated(history);
    const calls = new FunctionCalls();
    const fresh = history.slice(0, history.length - kept.length).map((content, index): Message => {
      const said = asObject(content);
      const parts = geminiParts(said?.parts, calls);
      if (said?.role === 'model') return draft.addMessage({ role: 'assistant', kind: 'reply', parts, line, timeMs });
      const kind = index === 0 ? 'summary' : userKind(parts);
      return draft.addMessage({ role: 'user', kind: kind === 'prompt' ? 'injected' : kind, parts, line, timeMs });
    });
    const [summary, ...others] = fresh;
    const info = asObject(payload?.info);
    const preTokens = asTokens(info?.originalTokenCount) ?? this.lastTokens;
    const keptMessages = kept.flatMap(({ message }) => message ?? []);
    draft.boundaries.push({
      kind: 'full',
      at,
      trigger: 'unknown',
      keptMessageIds: keptMessages.map(({ id }) => id),
      contextMessageIds: [...fresh, ...keptMessages].map(({ id }) => id),
      line,
      ...given({
        timeMs,
        summaryMessageId: summary?.id,
        preTokens,
        preTokensMeans: preTokens === undefined ? undefined : ('context' as const),
        postTokens: asTokens(info?.newTokenCount),
      }),
    });
    if (summary !== undefined) this.tree.compact(entry, summary, kept, kept[0]);
    // What follows continues the last of them.
    for (const message of others) this.tree.enter(this.tree.place(id, undefined, line), message);
  }

  /** The longest end of the history that is also the end of the context. */
  private repeated(history: readonly Json[]): readonly Entry[] {
    const { context } = this.tree;
    let count = 0;
    while (count < Math.min(context.length, history.length)) {
      const message = context[context.length - 1 - count]?.message;
      const said = asObject(history[history.length - 1 - count]);
      if (message === undefined || said === undefined || !isSame(message, said)) break;
      count += 1;
    }
    return count === 0 ? [] : context.slice(-count);
  }
}

function kindOf({ subtype, provenance }: JsonObject, parts: readonly Part[]): MessageKind {
  if (INJECTED.has(asText(subtype) ?? '') || provenance === 'system') return 'injected';
  return userKind(parts);
}

/** The status is only beside the message. */
function withStatus(parts: readonly Part[], record: JsonObject): readonly Part[] {
  const status = asText(asObject(record.toolCallResult)?.status);
  if (status !== 'error' && status !== 'cancelled') return parts;
  return parts.map((part) => (part.kind === 'tool-result' ? { ...part, isError: true } : part));
}

function summaryParts({ systemPayload }: JsonObject): readonly Part[] {
  const [summary] = asArray(asObject(systemPayload)?.compressedHistory) ?? [];
  return geminiParts(asObject(summary)?.parts, new FunctionCalls());
}

function isRepeated({ message }: Entry, parts: readonly Part[]): boolean {
  return message !== undefined && outline(message.parts) === outline(parts);
}

function isSame(message: Message, content: JsonObject): boolean {
  if ((message.role === 'assistant') !== (content.role === 'model')) return false;
  return outline(message.parts) === outline(geminiParts(content.parts, new FunctionCalls()));
}

/** Without ids, which may be made, and without thoughts, which are not repeated. */
function outline(parts: readonly Part[]): string {
  return JSON.stringify(
    parts.flatMap((part) => {
      if (part.kind === 'thinking') return [];
      if (part.kind === 'text') return [part.text];
      if (part.kind === 'tool-call') return [part.name, boundedDepth(part.input).value];
      return part.kind === 'tool-result'
        ? part.parts.map((inner) => (inner.kind === 'text' ? inner.text : inner.kind))
        : [part.kind];
    }),
  );
}

/** Servers of the OpenAI kind count thoughts in the output: the total tells. */
function qwenUsage(value: Json | undefined): Usage | undefined {
  const usage = geminiUsage(value);
  const counts = asObject(value);
  const thoughts = asTokens(counts?.thoughtsTokenCount) ?? 0;
  const outer = (asTokens(counts?.promptTokenCount) ?? 0) + (asTokens(counts?.candidatesTokenCount) ?? 0);
  const isInside = thoughts > 0 && outer === asTokens(counts?.totalTokenCount);
  return usage === undefined || !isInside ? usage : { ...usage, output: usage.output - thoughts };
}
