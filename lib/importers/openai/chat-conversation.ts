import { asArray, asObject, asText, asTimeMs, type Json, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { Part, Role, ToolCallId, Transcript } from '../../transcript/transcript';
import { given } from '../read/given';
import type { ImportEnv } from '../read/importer';
import { type NewCall, noticeOrphanResults, TranscriptDraft } from '../read/transcript-draft';
import { userKind } from '../read/user-kind';
import { openaiParts, openaiResultParts } from './content-part';
import { OpenCalls } from './open-calls';
import { toolArguments } from './tool-arguments';

/** Roles, and their names in training sets of the `{from, value}` form. */
const ROLES: Readonly<Record<string, Role>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  gpt: 'assistant',
  chatgpt: 'assistant',
  model: 'assistant',
  function_call: 'assistant',
  tool: 'tool',
  function: 'tool',
  observation: 'tool',
};

/** Builds one transcript from Chat Completions messages, in order. */
export class ChatConversation {
  readonly draft = new TranscriptDraft();
  private model: string | undefined;
  private readonly open = new OpenCalls();
  private madeIds = 0;

  constructor(private readonly env: ImportEnv) {}

  add(value: Json, line: number): void {
    const message = asObject(value);
    const name = asText(message?.role) ?? asText(message?.from);
    if (message === undefined || name === undefined) {
      this.env.warn('skipped', line, 'Not a chat message');
      return;
    }
    const known = Object.hasOwn(ROLES, name) ? ROLES[name] : undefined;
    if (known === undefined) this.env.warn('guessed', line, `Unknown role "${name.slice(0, 40)}" treated as user`);
    const role = known ?? 'user';
    const id = asText(message.id);
    const timeMs = asTimeMs(message.timestamp) ?? asTimeMs(message.created_at);
    const content = message.content ?? message.value;
    switch (role) {
      case 'assistant':
        this.draft.addReply({ id, line, timeMs, parts: this.reply(message, name, content) });
        return;
      case 'tool':
        this.draft.addMessage({ id, line, timeMs, role, kind: 'tool-results', parts: [this.result(message, content)] });
        return;
      case 'system':
        this.draft.addMessage({ id, line, timeMs, role, kind: 'injected', parts: openaiParts(content) });
        return;
      case 'user': {
        const parts = openaiParts(content);
        const kind = userKind(parts);
        this.draft.addMessage({ id, line, timeMs, role: kind === 'tool-results' ? 'tool' : role, kind, parts });
      }
    }
  }

  setModel(model: string): void {
    this.model = model;
  }

  /** `hasReply`: the last message answers the call. By default only if it is the model's. */
  setLastCall(facts: NewCall, hasReply: boolean): void {
    const last = this.draft.calls.at(-1);
    const isAnswered = hasReply || this.draft.messages.at(-1)?.role === 'assistant';
    if (last !== undefined && isAnswered) this.draft.updateCall(last.id, facts);
    else if (facts.usage !== undefined) this.draft.addCall(facts);
  }

  transcript(rest: Partial<Transcript>): Transcript {
    noticeOrphanResults(this.draft.messages, this.env);
    const transcript = this.draft.transcript({ format: 'openai-chat', systemInFile: 'none', ...rest });
    const { model } = this;
    if (model === undefined) return transcript;
    return { ...transcript, models: [model], calls: transcript.calls.map((call) => ({ ...call, model })) };
  }

  private reply(message: JsonObject, name: string, content: Json | undefined): Part[] {
    if (name === 'function_call') return [this.call({ function: callInText(content) })];
    const refusal = asText(message.refusal);
    const spoken = asText(asObject(message.audio)?.transcript);
    const parts = [
      ...thinking(message),
      ...openaiParts(content),
      ...(refusal ? openaiParts(refusal) : []),
      ...(spoken ? openaiParts(spoken) : []),
    ];
    const calls = (asArray(message.tool_calls) ?? []).map((call) => this.call(call));
    const old = asObject(message.function_call);
    if (old !== undefined && calls.length === 0) calls.push(this.call({ function: old }));
    for (const part of parts) if (part.kind === 'tool-call') this.open.add(part.id, part.name);
    return [...parts, ...calls];
  }

  private call(value: Json): Part {
    const call = asObject(value) ?? {};
    const custom = asObject(call.custom);
    const definition = asObject(call.function) ?? custom ?? call;
    const name = asText(definition.name) ?? 'unknown';
    const id = this.callId(asText(call.id));
    this.open.add(id, name);
    const input =
      custom === undefined
        ? toolArguments(definition.arguments ?? definition.args)
        : wellFormed(asText(custom.input) ?? '');
    return { kind: 'tool-call', id, name, input };
  }

  private result(message: JsonObject, content: Json | undefined): Part {
    const name = asText(message.name);
    const id = asText(message.tool_call_id) || this.open.waiting(name);
    const callId = id === undefined ? this.callId(undefined) : (id as ToolCallId);
    this.open.answer(callId);
    return {
      kind: 'tool-result',
      callId,
      parts: openaiResultParts(content),
      isError: false,
      ...given({ toolName: name }),
    };
  }

  private callId(own: string | undefined): ToolCallId {
    if (own !== undefined && own !== '') return own as ToolCallId;
    this.madeIds += 1;
    return `made-${this.madeIds}` as ToolCallId;
  }
}

/** Training sets store a call as text: `{"name": …, "arguments": …}`. */
function callInText(content: Json | undefined): JsonObject {
  const value = toolArguments(content);
  return asObject(value) ?? { arguments: value };
}

/** Reasoning of other vendors. The plain text and the details repeat each other. */
function thinking(message: JsonObject): Part[] {
  const details = [message.reasoning_details, message.thinking_blocks]
    .flatMap((list) => asArray(list) ?? [])
    .map((item) => asObject(item) ?? {});
  const inDetails = details
    .map((detail) => asText(detail.text) ?? asText(detail.summary) ?? asText(detail.thinking) ?? '')
    .join('');
  const opaqueLength = details
    .map((detail) => (asText(detail.data) ?? asText(detail.signature) ?? '').length)
    .reduce((sum, length) => sum + length, 0);
  const text = asText(message.reasoning_content) || asText(message.reasoning) || inDetails;
  if (text === '' && opaqueLength === 0) return [];
  return [{ kind: 'thinking', text: wellFormed(text), ...(opaqueLength > 0 ? { opaqueLength } : {}) }];
}
