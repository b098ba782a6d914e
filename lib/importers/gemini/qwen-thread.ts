import { asArray, asCount, asObject, asText, type Json, type JsonObject } from '../../base/json';
import type { Message, MessageId, Part, Transcript } from '../../transcript/transcript';
import { given } from '../read/given';
import type { ImportEnv } from '../read/importer';
import { noticeOrphanResults, TranscriptDraft } from '../read/transcript-draft';
import { FunctionCalls } from './function-calls';
import { geminiParts } from './parts';
import { geminiUsage } from './usage';
import { geminiUserKind } from './user-kind';

interface RecordFacts {
  readonly uuid: string | undefined;
  readonly timeMs: number | undefined;
  readonly line: number;
}

/** A record on the branch that goes on, and its message, if it has one. */
interface Link {
  readonly uuid: string | undefined;
  readonly message?: Message | undefined;
}

/** The records of one agent. */
export class QwenThread {
  private readonly draft = new TranscriptDraft();
  private readonly calls = new FunctionCalls();
  private chain: Link[] = [];
  private readonly places = new Map<string, number>();

  constructor(private readonly env: ImportEnv) {}

  isEmpty(): boolean {
    return this.draft.isEmpty();
  }

  /** What comes after an earlier record abandons those between. */
  follow(parent: string | undefined, { line, timeMs }: RecordFacts): void {
    const place = parent === undefined ? undefined : this.places.get(parent);
    if (place === undefined || place >= this.chain.length - 1 || this.chain[place]?.uuid !== parent) return;
    const dropped = this.chain.splice(place + 1).flatMap(({ message }) => message?.id ?? []);
    if (dropped.length === 0) return;
    const at = this.draft.messages.length;
    this.draft.boundaries.push({
      ...{ kind: 'rewind', at, trigger: 'manual', droppedMessageIds: dropped, line },
      ...given({ timeMs }),
    });
  }

  addUser(record: JsonObject, facts: RecordFacts): void {
    const parts = geminiParts(asObject(record.message)?.parts, this.calls);
    const known = geminiUserKind(parts);
    const isNotice = known === 'prompt' && record.subtype !== undefined && record.subtype !== 'mid_turn_user_message';
    const kind = isNotice ? 'injected' : known;
    const { uuid: id, ...where } = facts;
    const role = kind === 'tool-results' ? 'tool' : 'user';
    const results = parts.map((part) =>
      isFailed(record) && part.kind === 'tool-result' ? { ...part, isError: true } : part,
    );
    this.link(facts, this.draft.addMessage({ id, role, kind, parts: results, ...where }));
  }

  addReply(record: JsonObject, facts: RecordFacts): void {
    const { uuid: id, ...where } = facts;
    const parts = geminiParts(asObject(record.message)?.parts, this.calls);
    const usage = geminiUsage(record.usageMetadata);
    this.draft.addReply({ id, parts, ...where, usage, model: asText(record.model) });
    this.link(facts, this.draft.messages.at(-1));
  }

  addSystem(record: JsonObject, facts: RecordFacts): void {
    const payload = asObject(record.systemPayload);
    const history = asArray(payload?.compressedHistory);
    if (record.subtype === 'chat_compression' && history !== undefined) {
      this.compress(history, asObject(payload?.info), facts);
    } else this.link(facts, undefined);
  }

  transcript(rest: Partial<Transcript>): Transcript {
    noticeOrphanResults(this.draft.messages, this.env);
    return this.draft.transcript({ format: 'qwen-code', systemInFile: 'none', ...rest });
  }

  private link({ uuid }: RecordFacts, message: Message | undefined): void {
    if (uuid !== undefined) this.places.set(uuid, this.chain.length);
    this.chain.push({ uuid, message });
  }

  /** The new context: what it has of the old one is its end. */
  private compress(history: readonly Json[], info: JsonObject | undefined, facts: RecordFacts): void {
    const { line, timeMs } = facts;
    const at = this.draft.messages.length;
    const live = new Map<string, Message[]>();
    for (const { message } of this.chain) {
      if (message === undefined) continue;
      const key = keyOf(message.role === 'assistant', message.parts);
      const same = live.get(key);
      if (same === undefined) live.set(key, [message]);
      else same.push(message);
    }
    const read = history.map((value) => {
      const content = asObject(value);
      const parts = geminiParts(content?.parts, this.calls);
      return { isReply: asText(content?.role) === 'model', parts };
    });
    const kept = read.map(() => undefined as Message | undefined);
    for (let index = read.length - 1; index >= 0; index--) {
      const said = read[index];
      if (said !== undefined) kept[index] = live.get(keyOf(said.isReply, said.parts))?.pop();
    }
    let hasSummary = false;
    const context = read.map(({ isReply, parts }, index): Message => {
      const same = kept[index];
      if (same !== undefined) return same;
      if (isReply) return this.draft.addMessage({ role: 'assistant', kind: 'reply', parts, line, timeMs });
      const known = geminiUserKind(parts);
      const kind = known === 'prompt' && !hasSummary ? 'summary' : known;
      hasSummary ||= kind === 'summary';
      return this.draft.addMessage({ role: kind === 'tool-results' ? 'tool' : 'user', kind, parts, line, timeMs });
    });
    const ids: readonly MessageId[] = context.map(({ id }) => id);
    const isKept = new Set(kept.flatMap((message) => message?.id ?? []));
    const [preTokens, postTokens] = [asCount(info?.originalTokenCount), asCount(info?.newTokenCount)];
    this.draft.boundaries.push({
      ...{ kind: 'full', at, trigger: 'unknown', line },
      keptMessageIds: ids.filter((id) => isKept.has(id)),
      contextMessageIds: ids,
      ...given({
        timeMs,
        preTokens,
        preTokensMeans: preTokens === undefined ? undefined : ('context' as const),
        postTokens,
        summaryMessageId: context.find(({ kind }) => kind === 'summary')?.id,
      }),
    });
    this.chain = context.map((message) => ({ uuid: undefined, message }));
    this.link(facts, undefined);
  }
}

function isFailed(record: JsonObject): boolean {
  const status = asText(asObject(record.toolCallResult)?.status);
  return status === 'error' || status === 'cancelled';
}

function keyOf(isReply: boolean, parts: readonly Part[]): string {
  const words = parts.map((part) => {
    if (part.kind === 'text') return part.text;
    if (part.kind === 'tool-call') return `call ${part.id}`;
    return part.kind === 'tool-result' ? `result ${part.callId}` : part.kind;
  });
  return `${isReply} ${words.join('\n')}`;
}
