import { asArray, asObject, asText, boundedDepth, type Json, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { Base64, Part, ResultPart, ToolCallId, ToolResultPart, Usage } from '../../transcript/transcript';
import { isEmptyUsage } from '../../transcript/usage';
import { documentPart, imagePart } from '../images/image-part';
import { asTokens } from '../read/as-tokens';

export function textParts(text: string | undefined): ResultPart[] {
  return text === undefined || text === '' ? [] : [{ kind: 'text', text: wellFormed(text) }];
}

/** Data that several events share: each names it. */
export type Assets = ReadonlyMap<string, { readonly mediaType: string; readonly data: Base64 }>;

/** Images and documents; undefined if their data is not in the file. */
export function binaryPart(value: JsonObject, assets: Assets): ResultPart | undefined {
  const asset = assets.get(asText(value.assetId) ?? '');
  const data = asText(value.data) ?? asset?.data;
  const mediaType = asText(value.mimeType) ?? asset?.mediaType ?? 'application/octet-stream';
  if (data === undefined) return undefined;
  return mediaType.startsWith('image/') ? imagePart(mediaType, data) : documentPart(mediaType, data);
}

/** An answer of the model. */
export function replyParts(data: JsonObject, line: number): readonly Part[] {
  const thinking = asText(data.reasoningText) ?? '';
  const opaqueLength = asText(data.reasoningOpaque)?.length ?? asText(data.encryptedContent)?.length ?? 0;
  const calls = (asArray(data.toolRequests) ?? []).map((value, place): Part => {
    const request = asObject(value) ?? {};
    return {
      kind: 'tool-call',
      id: (asText(request.toolCallId) ?? `made-${line}-${place + 1}`) as ToolCallId,
      name: asText(request.name) ?? 'unknown',
      input: boundedDepth(request.arguments ?? {}).value,
    };
  });
  return [
    ...(thinking === '' && opaqueLength === 0
      ? []
      : [{ kind: 'thinking', text: wellFormed(thinking), ...(opaqueLength > 0 ? { opaqueLength } : {}) } as const]),
    ...textParts(asText(data.content)),
    ...calls,
  ];
}

/** `content` was sent; `detailedContent` is for the screen. */
export function toolResult(data: JsonObject, assets: Assets): ToolResultPart {
  const result = asObject(data.result);
  const files = (asArray(result?.binaryResultsForLlm) ?? []).flatMap((value) => {
    const file = asObject(value);
    return (file === undefined ? undefined : binaryPart(file, assets)) ?? [];
  });
  return {
    kind: 'tool-result',
    callId: (asText(data.toolCallId) ?? '') as ToolCallId,
    parts: [...textParts(asText(result?.content) ?? asText(asObject(data.error)?.message)), ...files],
    isError: data.success === false,
  };
}

/** The input includes the cache, unless it is smaller than what was read from it. All zeros give undefined. */
export function copilotUsage(value: Json | undefined): Usage | undefined {
  const usage = asObject(value);
  if (usage === undefined) return undefined;
  const input = asTokens(usage.inputTokens) ?? asTokens(usage.input) ?? 0;
  const cacheRead = asTokens(usage.cacheReadTokens) ?? asTokens(usage.cachedInput) ?? 0;
  const cacheWrite5m = asTokens(usage.cacheWriteTokens) ?? 0;
  const isBeside = cacheRead + cacheWrite5m > input;
  const disjoint: Usage = {
    input: isBeside ? input : input - cacheRead - cacheWrite5m,
    cacheRead,
    cacheWrite5m,
    cacheWrite1h: 0,
    output: asTokens(usage.outputTokens) ?? asTokens(usage.output) ?? 0,
  };
  return isEmptyUsage(disjoint) ? undefined : disjoint;
}
