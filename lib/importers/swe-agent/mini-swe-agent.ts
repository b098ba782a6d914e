import { asArray, asObject, asText, asTimeMs, type Json, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { Part, Transcript } from '../../transcript/transcript';
import { openaiParts } from '../openai/content-part';
import { readResponseItem } from '../openai/response-item';
import { openaiUsage } from '../openai/usage';
import { given } from '../read/given';
import type { ImportEnv, Importer, Reading } from '../read/importer';
import { noticeOrphanResults } from '../read/transcript-draft';
import { AgentHistory, fencedCommand } from './agent-history';

/**
 * A trajectory of mini-swe-agent: messages of a chat, of which the model's have the raw response, with its usage.
 * A message with the role `exit` is the end of the run.
 */
export const miniSweAgent: Importer = {
  format: 'mini-swe-agent',
  start: (env) => new MiniReading(env),
};

class MiniReading implements Reading {
  private readonly transcripts: Transcript[] = [];

  constructor(private readonly env: ImportEnv) {}

  add(value: Json, line: number): void {
    const document = asObject(value);
    const messages = asArray(document?.messages);
    if (document === undefined || messages === undefined) {
      this.env.warn('skipped', line, 'Not a trajectory of mini-swe-agent');
      return;
    }
    const history = new AgentHistory(this.env);
    const model = modelOf(document);
    for (const [index, item] of messages.entries()) this.addMessage(history, item, index + 1, model);
    const { draft } = history;
    if (draft.isEmpty()) return;
    noticeOrphanResults(draft.messages, this.env);
    const instance = asText(document.instance_id);
    const version = asText(asObject(document.info)?.mini_version);
    this.transcripts.push(
      draft.transcript({
        format: 'mini-swe-agent',
        systemInFile: 'some',
        agent: { name: 'mini-swe-agent', ...given({ version }) },
        ...given({
          formatVersion: asText(document.trajectory_format),
          title: instance === undefined ? undefined : wellFormed(instance),
          sessionId: instance,
        }),
      }),
    );
  }

  finish(): readonly Transcript[] {
    return this.transcripts;
  }

  private addMessage(history: AgentHistory, value: Json, line: number, model: string | undefined): void {
    const message = asObject(value);
    if (message === undefined) {
      this.env.warn('skipped', line, 'Not a message');
      return;
    }
    const extra = asObject(message.extra);
    const timeMs = asTimeMs(extra?.timestamp);
    if (asText(message.role) === 'exit') {
      const text = wellFormed(asText(extra?.exit_status) ?? asText(message.content) ?? 'exit');
      const at = history.draft.messages.length;
      history.draft.events.push({ kind: 'notice', at, text, line, ...given({ timeMs }) });
    } else if (message.type === 'function_call_output') {
      const result = readResponseItem(message);
      const part = result.kind === 'result' ? result.parts[0] : undefined;
      if (part?.kind === 'tool-result') history.addResult(history.answered(part.callId), part.parts, line, timeMs);
    } else if (asText(message.role) === 'assistant' || message.object === 'response') {
      this.addReply(history, message, line, { timeMs, model });
    } else history.add(message, line, timeMs);
  }

  private addReply(
    history: AgentHistory,
    message: JsonObject,
    line: number,
    facts: { readonly timeMs: number | undefined; readonly model: string | undefined },
  ): void {
    const extra = asObject(message.extra);
    const response = asObject(extra?.response) ?? (message.object === 'response' ? message : undefined);
    const call = {
      timeMs: facts.timeMs,
      model: asText(response?.model) ?? facts.model,
      usage: openaiUsage(response?.usage ?? message.usage),
    };
    const output = asArray(message.output);
    const calls = asArray(message.tool_calls) ?? [];
    const content = asText(message.content);
    if (output !== undefined) history.addReply(responseParts(output, history), line, call);
    else if (calls.length > 0) {
      const asked = calls.map((value) => history.toolCall(value));
      history.addReply([...thinking(message), ...openaiParts(message.content), ...asked], line, call);
    } else {
      const commands = (asArray(extra?.actions) ?? []).flatMap((action) => asText(asObject(action)?.command) ?? []);
      const command = commands.length > 0 ? commands.join('\n') : fencedCommand(content ?? '');
      if (content === undefined || command === undefined) {
        history.addReply([...thinking(message), ...openaiParts(message.content)], line, call);
      } else history.addSaidCommand(content, command, line, call, 'bash');
    }
  }
}

/** Items of the Responses API; calls are named as those of a chat. */
function responseParts(output: readonly Json[], history: AgentHistory): Part[] {
  return output.flatMap((value): readonly Part[] => {
    const item = readResponseItem(value);
    if (item.kind !== 'reply') return [];
    return item.parts.map((part) => {
      if (part.kind !== 'tool-call') return part;
      return history.toolCall({ id: part.id, function: { name: part.name, arguments: part.input } });
    });
  });
}

function thinking(message: JsonObject): Part[] {
  const text = asText(message.reasoning_content) ?? '';
  return text === '' ? [] : [{ kind: 'thinking', text: wellFormed(text) }];
}

function modelOf(document: JsonObject): string | undefined {
  const config = asObject(asObject(document.info)?.config);
  return asText(asObject(config?.model)?.model_name);
}
