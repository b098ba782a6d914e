import { asArray, asObject, asText, type Json, type JsonObject } from '../../base/json';
import type { Transcript } from '../../transcript/transcript';
import { forModel, isForScreen } from '../ai-sdk/ui-message';
import { toolDefinitions } from '../anthropic/tool-definitions';
import { anyParts } from '../any-message/any-parts';
import { MessageList } from '../any-message/message-list';
import { given } from '../read/given';
import type { ImportEnv, Importer, Reading } from '../read/importer';
import type { NewCall } from '../read/transcript-draft';
import { tracedUsage } from '../traced/traced-usage';

/**
 * Messages of the Vercel AI SDK: those for a model, and those of the user interface, as apps store them.
 *
 *   [{role, content: [{type: 'tool-call'}]}, …]   for a model
 *   [{id, role, parts: [{type: 'tool-ls'}]}, …]   for the screen: see `forModel`
 *   {messages: […], system, tools}                either, as an app sends or stores them
 */
export const aiSdk: Importer = {
  format: 'ai-sdk',
  start: (env) => new AiSdkReading(env),
};

class AiSdkReading implements Reading {
  private readonly lists: { readonly list: MessageList; readonly rest: Partial<Transcript> }[] = [];
  private shown = 0;

  constructor(private readonly env: ImportEnv) {}

  add(value: Json, line: number): void {
    const record = asObject(value);
    const messages = asArray(value) ?? asArray(record?.messages);
    if (messages === undefined) {
      // One message a line.
      const open = this.lists.at(-1) ?? this.open({});
      this.addMessage(open.list, value, line);
      return;
    }
    const { list } = this.open(record === undefined ? {} : whatPrecedes(record));
    for (const [index, message] of messages.entries()) this.addMessage(list, message, index + 1);
  }

  finish(): readonly Transcript[] {
    if (this.shown > 0) {
      const parts = this.shown === 1 ? 'a part' : `${this.shown} parts`;
      this.env.warn('noticed', 0, `Passed over ${parts} that only the screen shows, such as sources`);
    }
    return this.lists.flatMap(({ list, rest }) => list.transcript('ai-sdk', rest));
  }

  private open(rest: Partial<Transcript>) {
    const opened = { list: new MessageList(this.env, [], factsOf), rest };
    this.lists.push(opened);
    return opened;
  }

  private addMessage(list: MessageList, value: Json, line: number): void {
    this.shown += (asArray(asObject(value)?.parts) ?? []).filter(isForScreen).length;
    for (const message of forModel(value)) list.add(message, line);
  }
}

function whatPrecedes(record: JsonObject): Partial<Transcript> {
  const system = anyParts(record.system ?? record.instructions);
  const tools = toolDefinitions(record.tools);
  const title = asText(record.title);
  return {
    system,
    tools,
    ...(system.length > 0 || tools.length > 0
      ? { systemInFile: system.length > 0 && tools.length > 0 ? 'all' : 'some' }
      : {}),
    ...given({ sessionId: asText(record.id), title: title === '' ? undefined : title }),
  };
}

/** The SDK stores no usage, but apps put it into the metadata, under its names. */
function factsOf(message: JsonObject): NewCall {
  const metadata = asObject(message.metadata) ?? {};
  const usage = asObject(metadata.usage);
  const details = asObject(usage?.inputTokenDetails);
  return given({
    model: asText(metadata.model) ?? asText(metadata.modelId),
    stopReason: asText(metadata.finishReason),
    usage:
      usage === undefined
        ? undefined
        : tracedUsage({
            input: usage.inputTokens ?? usage.promptTokens,
            output: usage.outputTokens ?? usage.completionTokens,
            total: usage.totalTokens,
            cacheRead: details?.cacheReadTokens ?? usage.cachedInputTokens,
            cacheWrite: details?.cacheWriteTokens,
            reasoning: asObject(usage.outputTokenDetails)?.reasoningTokens ?? usage.reasoningTokens,
          }),
  });
}
