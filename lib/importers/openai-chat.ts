import { asArray, asObject, asText, asTimeMs, type Json, type JsonObject } from '../base/json';
import { wellFormed } from '../base/well-formed';
import type { Part, Transcript } from '../transcript/transcript';
import { toolDefinitions } from './anthropic/tool-definitions';
import { wrappedMessages } from './anthropic/wrapped-messages';
import { ChatConversation } from './openai/chat-conversation';
import { openaiParts } from './openai/content-part';
import { openaiUsage } from './openai/usage';
import { given } from './read/given';
import type { ImportEnv, Importer, Reading } from './read/importer';

/**
 * Chat Completions in every form it is stored in, and lists of plain `{role, content}` messages.
 *
 *   {model, messages, tools}              a request
 *   {choices, usage}                      a response
 *   {messages, choices, usage}            a stored completion: both
 *   [{role, content}, …]                  bare messages
 *   [{traj: […]}, {conversations: […]}]   one transcript each
 */
export const openaiChat: Importer = {
  format: 'openai-chat',
  start: (env) => new ChatReading(env),
};

class ChatReading implements Reading {
  private readonly conversations: { readonly chat: ChatConversation; readonly rest: Partial<Transcript> }[] = [];

  constructor(private readonly env: ImportEnv) {}

  add(value: Json, line: number): void {
    const list = asArray(value) ?? listed(value);
    if (list === undefined) {
      this.addRecord(value, line);
      return;
    }
    this.open({});
    for (const [index, item] of list.entries()) this.addRecord(item, index + 1);
  }

  finish(): readonly Transcript[] {
    return this.conversations.flatMap(({ chat, rest }) => {
      if (chat.draft.isEmpty()) return [];
      return [chat.transcript(rest)];
    });
  }

  private open(rest: Partial<Transcript>): ChatConversation {
    const chat = new ChatConversation(this.env);
    this.conversations.push({ chat, rest });
    return chat;
  }

  private addRecord(value: Json, line: number): void {
    const record = asObject(value);
    const messages = wrappedMessages(record);
    if (record !== undefined && (messages !== undefined || record.choices !== undefined)) {
      const chat = this.open(whatPrecedes(record, messages ?? []));
      this.addWrapper(chat, record, messages ?? [], line);
      return;
    }
    const chat = this.conversations.at(-1)?.chat ?? this.open({});
    chat.add(value, line);
  }

  private addWrapper(chat: ChatConversation, record: JsonObject, messages: readonly Json[], line: number): void {
    const response = asObject(record.response) ?? record;
    const model = asText(response.model) ?? asText(record.model);
    for (const [index, message] of messages.entries()) chat.add(message, index + 1);
    const choices = asArray(response.choices) ?? [];
    const answer = asObject(asObject(choices[0])?.message);
    if (answer !== undefined) chat.add({ role: 'assistant', ...answer }, messages.length + 1);
    if (choices.length > 1) this.env.warn('skipped', line, 'Only the first choice is kept');
    if (model !== undefined) chat.setModel(model);
    const last = given({
      usage: openaiUsage(response.usage ?? record.usage),
      timeMs: asTimeMs(response.created ?? record.created),
      stopReason: asText(asObject(choices[0])?.finish_reason),
    });
    if (Object.keys(last).length > 0) chat.setLastCall(last, answer !== undefined);
  }
}

/** Responses of the endpoints that list stored completions, or the messages of one. */
function listed(value: Json): readonly Json[] | undefined {
  const record = asObject(value);
  return record?.object === 'list' ? asArray(record.data) : undefined;
}

/** A system prompt is usually the first message: then it is in the file, though not here. */
function whatPrecedes(record: JsonObject, messages: readonly Json[]): Partial<Transcript> {
  const system: Part[] = openaiParts(record.system).filter((part) => part.kind === 'text');
  const tools = [...toolDefinitions(record.tools), ...toolDefinitions(record.functions)];
  const first = asObject(messages[0]);
  const role = asText(first?.role) ?? asText(first?.from);
  const isAll = system.length > 0 || tools.length > 0 || role === 'system' || role === 'developer';
  const title = asText(record.title);
  return {
    system,
    tools,
    systemInFile: isAll ? 'all' : 'none',
    ...given({ title: title === undefined || title === '' ? undefined : wellFormed(title) }),
  };
}
