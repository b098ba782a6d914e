import { asArray, asObject, asText, type Json, type JsonObject } from '../base/json';
import type { Transcript } from '../transcript/transcript';
import {
  addAnthropicReply,
  appliedEdits,
  readAnthropicMessage,
  readAnthropicResponse,
} from './anthropic/anthropic-body';
import { anthropicParts } from './anthropic/anthropic-content';
import { toolDefinitions } from './anthropic/tool-definitions';
import { wrappedMessages } from './anthropic/wrapped-messages';
import { given } from './read/given';
import type { ImportEnv, Importer, Reading } from './read/importer';
import { noticeOrphanResults, TranscriptDraft } from './read/transcript-draft';
import { has, typeOf } from './recognition/rule';

/**
 * Bodies of requests to Anthropic's Messages API, their responses, and bare lists of their messages.
 *
 *   {system, tools, messages: […]}        one transcript
 *   [{role, content}, …]                  one transcript, without what precedes the messages
 *   [{messages: […]}, {messages: […]}]    one each
 *   {type: 'message', content, usage}     one message and one call
 */
export const anthropicMessages: Importer = {
  format: 'anthropic-messages',
  recognisedBy: [
    {
      rule: 'R-D14',
      because: 'it is a response of the Anthropic API',
      matchesDocument: (o) => typeOf(o) === 'message' && asText(o.role) === 'assistant' && has(o, 'content', 'usage'),
    },
  ],
  start: (env) => new AnthropicReading(env),
};

interface Conversation {
  readonly draft: TranscriptDraft;
  readonly body: JsonObject;
}

class AnthropicReading implements Reading {
  private readonly conversations: Conversation[] = [];

  constructor(private readonly env: ImportEnv) {}

  add(value: Json, line: number): void {
    const list = asArray(value);
    if (list === undefined) {
      this.addRecord(value, line);
      return;
    }
    this.open({});
    for (const [index, item] of list.entries()) this.addRecord(item, index + 1);
  }

  finish(): readonly Transcript[] {
    return this.conversations.flatMap(({ draft, body }) => {
      if (draft.isEmpty()) return [];
      noticeOrphanResults(draft.messages, this.env);
      const system = anthropicParts(body.system);
      const tools = toolDefinitions(body.tools);
      const systemInFile = system.length > 0 || tools.length > 0 ? 'all' : 'none';
      return [draft.transcript({ format: 'anthropic-messages', system, tools, systemInFile })];
    });
  }

  private open(body: JsonObject): Conversation {
    const conversation = { draft: new TranscriptDraft(), body: given({ system: body.system, tools: body.tools }) };
    const model = asText(body.model);
    if (model !== undefined) conversation.draft.models.add(model);
    this.conversations.push(conversation);
    return conversation;
  }

  private addRecord(value: Json, line: number): void {
    const record = asObject(value);
    const messages = wrappedMessages(record);
    if (record !== undefined && messages !== undefined) {
      const { draft } = this.open(record);
      for (const [index, message] of messages.entries())
        this.addMessage(draft, message, index + 1, asText(record.model));
      return;
    }
    const { draft } = this.conversations.at(-1) ?? this.open({});
    if (record?.type === 'message' && asText(record.role) === 'assistant') this.addResponse(draft, record, line);
    else this.addMessage(draft, value, line, undefined);
  }

  private addMessage(draft: TranscriptDraft, value: Json, line: number, model: string | undefined): void {
    const message = readAnthropicMessage(value);
    if (message === undefined) {
      this.env.warn('skipped', line, 'Not a Messages API message');
      return;
    }
    const id = asText(asObject(value)?.id);
    if (message.role === 'assistant') addAnthropicReply(draft, { id, parts: message.parts, line, model });
    else draft.addMessage({ ...message, id, line });
  }

  private addResponse(draft: TranscriptDraft, response: JsonObject, line: number): void {
    for (const { tokensSaved } of appliedEdits(response)) {
      draft.boundaries.push({ kind: 'prune', at: draft.messages.length, trigger: 'auto', tokensSaved, line });
    }
    addAnthropicReply(draft, { ...readAnthropicResponse(response), line });
  }
}
