import { asArray, asNumber, asObject, asText, boundedDepth, type Json, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { Part, ResultPart, ToolCallId, Usage } from '../../transcript/transcript';
import { isEmptyUsage } from '../../transcript/usage';
import { unknownPart } from '../anthropic/anthropic-content';
import { imagePart } from '../images/image-part';
import { asTokens } from '../read/as-tokens';
import { given } from '../read/given';

export function textPart(text: string): ResultPart {
  return { kind: 'text', text: wellFormed(text) };
}

/** Text and images: what users, extensions and tools may say. */
export function piResultParts(content: Json | undefined): ResultPart[] {
  if (typeof content === 'string') return content === '' ? [] : [textPart(content)];
  return (asArray(content) ?? []).map((value) => {
    const block = asObject(value);
    if (block === undefined) return typeof value === 'string' ? textPart(value) : unknownPart('value', value);
    const data = asText(block.data);
    if (block.type === 'text' && typeof block.text === 'string') return textPart(block.text);
    if (block.type === 'image' && data !== undefined) return imagePart(asText(block.mimeType) ?? 'image/unknown', data);
    return unknownPart(asText(block.type) ?? 'untyped', block);
  });
}

/** What a model may say. */
export function piReplyParts(content: Json | undefined, line: number): Part[] {
  if (typeof content === 'string') return piResultParts(content);
  return (asArray(content) ?? []).flatMap((value, place): readonly Part[] => {
    const block = asObject(value);
    if (block?.type === 'thinking') return [thinking(block)];
    if (block?.type !== 'toolCall') return piResultParts([value]);
    const id = (asText(block.id) ?? `made-${line}-${place + 1}`) as ToolCallId;
    const input = boundedDepth(block.arguments ?? {}).value;
    return [{ kind: 'tool-call', id, name: asText(block.name) ?? 'unknown', input }];
  });
}

function thinking(block: JsonObject): Part {
  const opaqueLength = asText(block.thinkingSignature)?.length;
  return { kind: 'thinking', text: wellFormed(asText(block.thinking) ?? ''), ...given({ opaqueLength }) };
}

/** Input excludes the cache; output includes reasoning. All zeros mean that no call was made, and give undefined. */
export function piUsage(value: Json | undefined): Usage | undefined {
  const usage = asObject(value);
  if (usage === undefined) return undefined;
  const disjoint: Usage = {
    input: asTokens(usage.input) ?? 0,
    cacheRead: asTokens(usage.cacheRead) ?? 0,
    cacheWrite5m: asTokens(usage.cacheWrite) ?? 0,
    cacheWrite1h: 0,
    output: asTokens(usage.output) ?? 0,
    ...given({ reasoning: asTokens(usage.reasoning) }),
  };
  return isEmptyUsage(disjoint) ? undefined : disjoint;
}

/** A command of the user's own, with what it printed. */
export function shellText(message: JsonObject): string {
  const exitCode = asNumber(message.exitCode) ?? 0;
  const end = message.cancelled === true ? '(cancelled)' : exitCode === 0 ? '' : `(exit code ${exitCode})`;
  return [`$ ${asText(message.command) ?? ''}`, asText(message.output) ?? '', end]
    .filter((text) => text !== '')
    .join('\n');
}
