import { asArray, asObject, asText, type Json, type JsonObject } from '../../../base/json';
import { objectsIn } from '../../../prompts/mended-turns';
import type {
  Message,
  MessageId,
  MessageKind,
  Part,
  TextPart,
  ToolCallId,
  ToolResultPart,
} from '../../../transcript/transcript';

/** The messages of a request. Their origin must be inferred from the text. */
export function messagesInBody(body: JsonObject): Message[] {
  const toolNames = new Map<string, string>();
  return objectsIn(body.messages).flatMap(({ role, content }, turn) => {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : objectsIn(content);
    const isReply = role === 'assistant';
    if (isReply)
      return [
        message(
          `${turn}`,
          'reply',
          blocks.flatMap((block) => replyPart(block, toolNames)),
        ),
      ];
    const results = blocks.flatMap((block) => resultPart(block, toolNames));
    const texts = blocks.flatMap((block, place) => {
      const text = block.type === 'text' ? asText(block.text) : undefined;
      return text === undefined ? [] : [message(`${turn}-${place}`, kindOfText(text), [{ kind: 'text', text }])];
    });
    return results.length === 0 ? texts : [message(`${turn}`, 'tool-results', results), ...texts];
  });
}

function message(id: string, kind: MessageKind, parts: readonly Part[]): Message {
  const role = kind === 'reply' ? 'assistant' : kind === 'tool-results' ? 'tool' : 'user';
  return { id: id as MessageId, role, kind, parts, line: 0 };
}

function replyPart({ type, text, id, name, input }: JsonObject, toolNames: Map<string, string>): Part[] {
  if (type === 'text') return [{ kind: 'text', text: asText(text) ?? '' }];
  if (type !== 'tool_use') return [];
  const call = { id: asText(id) ?? '', name: asText(name) ?? '' };
  toolNames.set(call.id, call.name);
  return [{ kind: 'tool-call', id: call.id as ToolCallId, name: call.name, input: asObject(input) ?? {} }];
}

function resultPart(block: JsonObject, toolNames: ReadonlyMap<string, string>): ToolResultPart[] {
  const id = asText(block.tool_use_id);
  if (block.type !== 'tool_result' || id === undefined) return [];
  const toolName = toolNames.get(id);
  return [
    {
      kind: 'tool-result',
      callId: id as ToolCallId,
      ...(toolName === undefined ? {} : { toolName }),
      parts: textsIn(block.content),
      isError: block.is_error === true,
    },
  ];
}

function textsIn(content: Json | undefined): TextPart[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }];
  return (asArray(content) ?? []).flatMap((item) => {
    const text = asText(asObject(item)?.text);
    return text === undefined ? [] : [{ kind: 'text', text }];
  });
}

/** How texts of layers start; all others were typed. */
const BEGINNINGS: readonly (readonly [MessageKind, RegExp])[] = [
  ['summary', /^The conversation so far was compacted\./],
  ['summary', /^Extracted from the transcript by rules/],
  ['summary', /^## \d\. /],
  ['summary', /^\[A summary of /],
  ['summary', /For the exact wording, consult the transcript of [^\n]{0,1000}$/],
  ['injected', /^<system-reminder>/],
  ['injected', /^<agent-(?:report|message) /],
  ['injected', /^\[[^\]\n]*\]$/],
  ['injected', /^(?:The plan|Files read last):\n/],
  // A restored file: its path, and its text with line numbers.
  ['injected', /^\S+\n[ \t]*\d+[\t→]/],
];

function kindOfText(text: string): MessageKind {
  return BEGINNINGS.find(([, beginning]) => beginning.test(text))?.[0] ?? 'prompt';
}
