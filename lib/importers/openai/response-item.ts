import { asArray, asObject, asText, boundedDepth, type Json, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { MessageKind, Part, ResultPart, Role, ThinkingPart, ToolCallId } from '../../transcript/transcript';
import { unknownPart } from '../anthropic/anthropic-content';
import { serverToolName } from '../anthropic/server-tool-name';
import { imagePart } from '../images/image-part';
import { userKind } from '../read/user-kind';
import { openaiParts, openaiResultParts } from './content-part';
import { toolArguments } from './tool-arguments';

/** What an item of the Responses API means for the conversation. */
type ResponseItem =
  /** A message that the model did not write. */
  | {
      readonly kind: 'message';
      readonly role: Role;
      readonly messageKind: MessageKind;
      readonly parts: readonly Part[];
    }
  /** Part of the model's answer: text, reasoning, a call. */
  | { readonly kind: 'reply'; readonly parts: readonly Part[] }
  | { readonly kind: 'result'; readonly parts: readonly Part[] }
  /** Replaces everything before it with content that only the provider can read. */
  | { readonly kind: 'compaction'; readonly parts: readonly Part[] }
  | { readonly kind: 'reference' }
  | { readonly kind: 'not-sent' }
  | { readonly kind: 'nothing' };

export function readResponseItem(value: Json): ResponseItem {
  const item = asObject(value);
  if (item === undefined) return { kind: 'nothing' };
  const type = asText(item.type) ?? (item.role === undefined ? undefined : 'message');
  switch (type) {
    case undefined:
      return { kind: 'nothing' };
    case 'message':
      return message(item);
    case 'agent_message':
      return { kind: 'message', role: 'user', messageKind: 'injected', parts: openaiParts(agentText(item)) };
    case 'reasoning':
      return { kind: 'reply', parts: [reasoning(item)] };
    case 'compaction':
    case 'compaction_summary':
    case 'context_compaction':
      return { kind: 'compaction', parts: [opaque(item)] };
    case 'item_reference':
      return { kind: 'reference' };
    case 'ghost_snapshot':
      return { kind: 'not-sent' };
    default:
      return callOrResult(type, item) ?? { kind: 'reply', parts: [unknownPart(type, withoutSecrets(item))] };
  }
}

export function isResponseItemType(type: string): boolean {
  return type === 'message' || type === 'reasoning' || type.endsWith('_call') || type.endsWith('_output');
}

function message(item: JsonObject): ResponseItem {
  const parts = openaiParts(item.content);
  switch (asText(item.role)) {
    case 'assistant':
      return { kind: 'reply', parts };
    case 'system':
    case 'developer':
      return { kind: 'message', role: 'system', messageKind: 'injected', parts };
    default:
      return { kind: 'message', role: 'user', messageKind: userKind(parts), parts };
  }
}

function agentText(item: JsonObject): Json | undefined {
  return item.content ?? item.message ?? item.text;
}

function texts(list: Json | undefined): string {
  return (asArray(list) ?? []).map((item) => asText(asObject(item)?.text) ?? '').join('\n\n');
}

/** The summary is the visible part of the reasoning; the full text only comes from models that run elsewhere. */
function reasoning(item: JsonObject): Part {
  return { ...opaque(item), text: wellFormed(texts(item.content) || texts(item.summary)) };
}

function opaque(item: JsonObject): ThinkingPart {
  const opaqueLength = asText(item.encrypted_content)?.length ?? 0;
  return { kind: 'thinking', text: '', ...(opaqueLength > 0 ? { opaqueLength } : {}) };
}

function withoutSecrets({ encrypted_content: _, ...item }: JsonObject): JsonObject {
  return item;
}

function callOrResult(type: string, item: JsonObject): ResponseItem | undefined {
  const id = asText(item.call_id) ?? asText(item.id) ?? asText(item.approval_request_id);
  if (id === undefined) return undefined;
  const callId = id as ToolCallId;
  if (type.endsWith('_output')) {
    return { kind: 'result', parts: [{ kind: 'tool-result', callId, ...output(item.output ?? item.tools, item) }] };
  }
  if (!type.endsWith('_call')) return undefined;
  const call: Part = {
    kind: 'tool-call',
    id: callId,
    name: serverToolName(serverOf(item), asText(item.name) ?? type.slice(0, -'_call'.length)),
    input: input(type, item),
  };
  const own = ownResult(type, item);
  return { kind: 'reply', parts: own === undefined ? [call] : [call, { kind: 'tool-result', callId, ...own }] };
}

/** Codex uses namespaces for groups of its own tools too. */
function serverOf({ server_label: label, namespace }: JsonObject): string | undefined {
  const group = asText(namespace);
  return asText(label) ?? (group?.startsWith('mcp__') ? group : undefined);
}

function input(type: string, item: JsonObject): Json {
  if (type === 'custom_tool_call') return wellFormed(asText(item.input) ?? '');
  if (item.arguments !== undefined) return toolArguments(item.arguments);
  const { action, actions, operation, queries, code } = item;
  return boundedDepth(action ?? actions ?? operation ?? queries ?? code ?? {}).value;
}

interface Output {
  readonly parts: readonly ResultPart[];
  readonly isError: boolean;
}

function output(value: Json | undefined, item: JsonObject): Output {
  const wrapped = asObject(value);
  const content =
    wrapped === undefined || wrapped.type !== undefined ? value : (wrapped.content ?? wrapped.output ?? value);
  return {
    parts: openaiResultParts(content),
    isError: wrapped?.success === false || item.status === 'failed' || typeof item.error === 'string',
  };
}

/** Server-side tools have their result within the item; some only state that they ran. */
function ownResult(type: string, item: JsonObject): Output | undefined {
  switch (type) {
    case 'mcp_call': {
      if (item.error === undefined || item.error === null) return output(item.output, item);
      const text = asText(item.error) ?? JSON.stringify(boundedDepth(item.error).value);
      return { parts: openaiResultParts(text), isError: true };
    }
    case 'web_search_call':
    case 'file_search_call':
      return output(item.results, item);
    case 'code_interpreter_call':
      return output(logs(item.outputs), item);
    case 'image_generation_call': {
      const data = asText(item.result);
      const format = asText(item.output_format) ?? 'png';
      return {
        parts: data === undefined ? [] : [imagePart(`image/${format}`, data)],
        isError: item.status === 'failed',
      };
    }
    default:
      return undefined;
  }
}

function logs(outputs: Json | undefined): Json | undefined {
  return asArray(outputs)?.map((item) => {
    const one = asObject(item);
    if (one?.type === 'logs') return asText(one.logs) ?? '';
    return one?.type === 'image' ? { type: 'input_image', image_url: one.url ?? null } : item;
  });
}
