import { asArray, asObject, asText, asTimeMs, type Json, type JsonObject } from '../base/json';
import { wellFormed } from '../base/well-formed';
import type { Part, ResultPart, ToolCallId, Transcript } from '../transcript/transcript';
import { isEmptyUsage } from '../transcript/usage';
import { imagePart } from './images/image-part';
import { openaiParts, openaiResultParts } from './openai/content-part';
import { toolArguments } from './openai/tool-arguments';
import { asTokens } from './read/as-tokens';
import { given } from './read/given';
import type { ImportEnv, Importer, Reading } from './read/importer';
import { noticeOrphanResults, TranscriptDraft } from './read/transcript-draft';
import { userKind } from './read/user-kind';
import { has } from './recognition/rule';

/**
 * Sessions of goose: lines, of which the first says what the session is, or one document with all messages.
 *
 *   {working_dir, description, …}      what the session is, and the usage of its last call
 *   user                               prompt, or results (toolResponse)
 *   assistant                          reply, with its call (toolRequest)
 *   user, which only the model sees    boundary, and the summary
 */
export const goose: Importer = {
  format: 'goose',
  recognisedBy: [
    {
      rule: 'R-L33',
      because: 'it starts with the working_dir and the message_count of a goose session',
      matches: ([first]) => first !== undefined && has(first, 'working_dir', 'message_count') && !has(first, 'uuid'),
    },
    {
      rule: 'R-D33',
      because: 'it has a working_dir and a conversation',
      matchesDocument: (o) => has(o, 'working_dir') && asArray(o.conversation) !== undefined,
    },
  ],
  takesRecords: true,
  start: (env) => new GooseReading(env),
};

/** Only for the screen. */
const NOT_SENT = new Set([
  ...['toolConfirmationRequest', 'actionRequired', 'systemNotification', 'conversationCompacted'],
  ...['contextLengthExceeded', 'summarizationRequested'],
]);

class GooseReading implements Reading {
  private readonly draft = new TranscriptDraft();
  private facts: Partial<Transcript> = {};
  private lastUsage: JsonObject | undefined;

  constructor(private readonly env: ImportEnv) {}

  add(value: Json, line: number): void {
    const record = asObject(value);
    const messages = asArray(record?.conversation) ?? asArray(record?.messages);
    if (record === undefined) this.env.warn('skipped', line, 'Not a record of a session');
    else if (record.role !== undefined) this.addMessage(record, line);
    else if (messages !== undefined || has(record, 'working_dir')) {
      this.addFacts(record);
      for (const [index, message] of (messages ?? []).entries()) this.addMessage(asObject(message) ?? {}, index + 1);
    } else this.env.warn('skipped', line, 'Not a record of a session');
  }

  finish(): readonly Transcript[] {
    const { draft, facts } = this;
    if (draft.isEmpty()) return [];
    noticeOrphanResults(draft.messages, this.env);
    this.countLastCall();
    return [draft.transcript({ format: 'goose', agent: { name: 'goose' }, systemInFile: 'none', ...facts })];
  }

  private addFacts(record: JsonObject): void {
    const title = asText(record.description) || asText(record.name) || undefined;
    const model = asText(asObject(record.model_config)?.model_name);
    this.lastUsage = record;
    this.facts = given({
      sessionId: asText(record.id),
      title: title === undefined ? undefined : wellFormed(title),
      workingDirectory: asText(record.working_dir),
      models: model === undefined ? undefined : [model],
      contextWindow: asTokens(asObject(record.model_config)?.context_limit) || undefined,
    });
  }

  private addMessage(message: JsonObject, line: number): void {
    const role = asText(message.role);
    if (role !== 'user' && role !== 'assistant') {
      this.env.warn('skipped', line, 'Not a message');
      return;
    }
    const parts = (asArray(message.content) ?? []).flatMap((content) => this.part(content));
    const facts = { id: asText(message.id), timeMs: asTimeMs(message.created), line, parts };
    const visible = asObject(message.metadata);
    const isForModelOnly = visible?.userVisible === false;
    if (parts.length === 0) return;
    if (role === 'assistant') {
      // What a compaction says in the model's name.
      if (isForModelOnly) this.draft.addMessage({ ...facts, role, kind: 'reply' });
      else this.draft.addReply({ ...facts, model: this.facts.models?.[0] });
      return;
    }
    const kind = userKind(parts);
    const isSummary = isForModelOnly && kind === 'prompt' && this.draft.messages.length > 0;
    const at = this.draft.messages.length;
    const { id } = this.draft.addMessage({
      ...facts,
      role: kind === 'tool-results' ? 'tool' : role,
      kind: isSummary ? 'summary' : kind,
    });
    if (isSummary) {
      this.draft.boundaries.push({
        ...{ kind: 'full', at, trigger: 'unknown', summaryMessageId: id, line },
        ...given({ timeMs: facts.timeMs }),
      });
    }
  }

  private part(value: Json): Part[] {
    const content = asObject(value);
    const type = asText(content?.type) ?? '';
    const id = (asText(content?.id) ?? '') as ToolCallId;
    switch (type) {
      case 'toolRequest':
      case 'frontendToolRequest': {
        const call = outcome(content?.toolCall);
        const asked = asObject(call.value);
        const name = asText(asked?.name) ?? 'unknown';
        return [{ kind: 'tool-call', id, name, input: toolArguments(asked?.arguments) }];
      }
      case 'toolResponse': {
        const { value: result, error } = outcome(content?.toolResult);
        const parts = error === undefined ? resultParts(result) : openaiResultParts(error);
        const isError = error !== undefined || asObject(result)?.isError === true;
        return [{ kind: 'tool-result', callId: id, parts, isError }];
      }
      case 'image':
        return [image(content ?? {})];
      case 'redactedThinking':
        return [{ kind: 'thinking', text: '', opaqueLength: (asText(content?.data) ?? '').length }];
      default:
        return NOT_SENT.has(type) ? [] : openaiParts([value]);
    }
  }

  /** The header has the usage of the latest call; sums over the session are beside it. */
  private countLastCall(): void {
    const last = this.draft.calls.at(-1);
    const input = asTokens(this.lastUsage?.input_tokens);
    const output = asTokens(this.lastUsage?.output_tokens);
    if (last === undefined || input === undefined || output === undefined) return;
    const usage = { input, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output };
    if (!isEmptyUsage(usage)) this.draft.updateCall(last.id, { usage });
  }
}

/** `{status: 'success', value}` or `{status: 'error', error}`. */
function outcome(value: Json | undefined): { readonly value: Json | undefined; readonly error: Json | undefined } {
  const result = asObject(value);
  if (result?.status === undefined) return { value, error: undefined };
  return { value: result.value, error: result.status === 'error' ? (result.error ?? 'error') : undefined };
}

/** Contents of the Model Context Protocol, in older sessions as a bare list. */
function resultParts(value: Json | undefined): ResultPart[] {
  const list = asArray(value) ?? asArray(asObject(value)?.content);
  if (list === undefined) return openaiResultParts(value);
  return list.flatMap((item): readonly ResultPart[] => {
    const content = asObject(item);
    const resource = asObject(content?.resource);
    if (content?.type === 'image') return [image(content)];
    return openaiResultParts(resource === undefined ? [item] : (resource.text ?? [item]));
  });
}

function image(content: JsonObject): ResultPart {
  return imagePart(asText(content.mimeType) ?? 'image/unknown', asText(content.data) ?? '');
}
