import { asArray, asObject, asText, asTimeMs, type Json, type JsonObject } from '../base/json';
import type { Transcript } from '../transcript/transcript';
import { toolDefinitions } from './anthropic/tool-definitions';
import { wrappedMessages } from './anthropic/wrapped-messages';
import { openaiParts } from './openai/content-part';
import { oldestFirst } from './openai/oldest-first';
import { ReplyRun } from './openai/reply-run';
import { readResponseItem } from './openai/response-item';
import { openaiUsage } from './openai/usage';
import { given } from './read/given';
import type { ImportEnv, Importer, Reading } from './read/importer';
import { type NewCall, noticeOrphanResults, TranscriptDraft } from './read/transcript-draft';

/**
 * The Responses API: a response, a request, a stored pair of both, or a list of items.
 *
 *   message user            user prompt
 *   reasoning          ┐
 *   message assistant  ├──▶ one message of the model, one call
 *   function_call      ┘
 *   function_call_output    tool results
 */
export const openaiResponses: Importer = {
  format: 'openai-responses',
  start: (env) => new ResponsesReading(env),
};

class ResponsesReading implements Reading {
  private readonly conversations: ItemConversation[] = [];

  constructor(private readonly env: ImportEnv) {}

  add(value: Json, line: number): void {
    const record = asObject(value);
    const list = asArray(value) ?? asArray(record?.data);
    if (list === undefined) {
      this.addRecord(value, line);
      return;
    }
    this.open({});
    for (const { item, position } of oldestFirst(list, record)) this.addRecord(item, position);
  }

  finish(): readonly Transcript[] {
    return this.conversations.flatMap((conversation) => conversation.finish() ?? []);
  }

  private open(document: JsonObject): ItemConversation {
    const conversation = new ItemConversation(this.env, document);
    this.conversations.push(conversation);
    return conversation;
  }

  private addRecord(value: Json, line: number): void {
    const record = asObject(value);
    if (record !== undefined && isDocument(record)) this.addDocument(record, line);
    else (this.conversations.at(-1) ?? this.open({})).add(value, line);
  }

  private addDocument(document: JsonObject, line: number): void {
    const conversation = this.open(document);
    if (typeof document.previous_response_id === 'string') {
      this.env.warn('noticed', line, 'It continues an earlier response (previous_response_id) that is not in the file');
    }
    const { input } = document;
    const sent =
      typeof input === 'string'
        ? [{ role: 'user', content: input }]
        : (asArray(input) ?? wrappedMessages(document) ?? []);
    for (const [index, item] of sent.entries()) conversation.add(item, index + 1);
    const answered = asArray(document.output);
    if (answered === undefined) return;
    conversation.startResponse();
    for (const [index, item] of answered.entries()) conversation.add(item, sent.length + index + 1);
    conversation.endResponse({
      ...given({
        model: asText(document.model),
        timeMs: asTimeMs(document.created_at),
        usage: openaiUsage(document.usage),
        stopReason: asText(asObject(document.incomplete_details)?.reason) ?? asText(document.status),
      }),
    });
  }
}

/** Items have an `input` or an `output` too, but also a type. */
function isDocument(record: JsonObject): boolean {
  if (record.object === 'response') return true;
  const holdsItems = record.input !== undefined || record.output !== undefined || wrappedMessages(record) !== undefined;
  return holdsItems && typeof record.type !== 'string';
}

class ItemConversation {
  private readonly draft = new TranscriptDraft();
  private readonly run = new ReplyRun(this.draft);
  private readonly system;
  private readonly tools;
  private origin: string | undefined;

  constructor(
    private readonly env: ImportEnv,
    { instructions, tools, model }: JsonObject,
  ) {
    this.system = systemParts(instructions);
    this.tools = toolDefinitions(tools);
    if (typeof model === 'string') this.draft.models.add(model);
  }

  add(value: Json, line: number): void {
    const item = readResponseItem(value);
    const { id: ownId, created_by } = asObject(value) ?? {};
    const id = asText(ownId);
    switch (item.kind) {
      case 'reply':
        this.startIfOther(asText(created_by));
        this.run.add({ id, line, timeMs: undefined, parts: item.parts });
        return;
      case 'message':
        this.run.end();
        this.draft.addMessage({ id, line, role: item.role, kind: item.messageKind, parts: item.parts });
        return;
      case 'result':
        this.run.end();
        this.draft.addMessage({ id, line, role: 'tool', kind: 'tool-results', parts: item.parts });
        return;
      case 'compaction': {
        this.run.end();
        const at = this.draft.messages.length;
        const { id: summaryMessageId } = this.draft.addMessage({
          id,
          line,
          role: 'assistant',
          kind: 'summary',
          parts: item.parts,
        });
        this.draft.boundaries.push({ kind: 'full', at, trigger: 'unknown', summaryMessageId, line });
        return;
      }
      case 'reference':
        this.env.warn('skipped', line, 'An item_reference points to an item that is not in the file');
        return;
      case 'not-sent':
        return;
      case 'nothing':
        this.env.warn('skipped', line, 'Not a Responses API item');
        return;
    }
  }

  startResponse(): void {
    this.run.end();
  }

  endResponse(facts: NewCall): void {
    const call = this.run.end(facts);
    if (call === undefined && facts.usage !== undefined) this.draft.addCall(facts);
  }

  finish(): Transcript | undefined {
    this.run.end();
    const { draft, system, tools } = this;
    if (draft.isEmpty()) return undefined;
    noticeOrphanResults(draft.messages, this.env);
    const systemInFile = system.length > 0 || tools.length > 0 ? 'all' : 'none';
    return draft.transcript({ format: 'openai-responses', system, tools, systemInFile });
  }

  /** Two responses may follow each other directly; stored items state which one made them. */
  private startIfOther(origin: string | undefined): void {
    if (origin !== this.origin) this.run.end();
    this.origin = origin;
  }
}

function systemParts(instructions: Json | undefined) {
  const items = asArray(instructions);
  if (items === undefined) return openaiParts(asText(instructions));
  return items.flatMap((value) => {
    const item = readResponseItem(value);
    return item.kind === 'message' ? item.parts : [];
  });
}
