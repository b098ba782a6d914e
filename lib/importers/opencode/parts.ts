import { asArray, asObject, asText, boundedDepth, type Json, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { Part, ResultPart, ToolCallId, ToolResultPart } from '../../transcript/transcript';
import { documentPart, imageFromUrl } from '../images/image-part';
import { given } from '../read/given';

export function textPart(text: string): ResultPart {
  return { kind: 'text', text: wellFormed(text) };
}

const OPAQUE = ['signature', 'redactedData', 'reasoningOpaque', 'reasoningEncryptedContent', 'thoughtSignature'];

/** What a provider needs to read its own reasoning again is under the provider's name. */
export function thinkingPart(part: JsonObject): Part {
  const opaque = Object.values(asObject(part.metadata) ?? {}).flatMap((provider) => {
    const secrets = asObject(provider);
    return OPAQUE.map((name) => asText(secrets?.[name])?.length ?? 0);
  });
  const opaqueLength = Math.max(0, ...opaque);
  return {
    kind: 'thinking',
    text: wellFormed(asText(part.text) ?? ''),
    ...given({ opaqueLength: opaqueLength === 0 ? undefined : opaqueLength }),
  };
}

/** Text files and folders are in the text parts that follow. */
export function filePart(part: JsonObject): ResultPart | undefined {
  const mediaType = asText(part.mime) ?? 'application/octet-stream';
  if (mediaType === 'text/plain' || mediaType === 'application/x-directory') return undefined;
  return attachment(mediaType, asText(part.url) ?? '', asText(part.filename));
}

function attachment(mediaType: string, url: string, filename: string | undefined): ResultPart {
  if (mediaType.startsWith('image/')) return { ...imageFromUrl(url), mediaType };
  const title = filename === undefined ? undefined : wellFormed(filename);
  const data = /^data:[^,]*;base64,/.exec(url.slice(0, 256));
  if (data !== null) return documentPart(mediaType, url.slice(data[0].length), title);
  return { kind: 'document', mediaType, url, ...given({ title }) };
}

export interface ToolUse {
  readonly call: Part;
  /** Missing while it runs. */
  readonly result?: ToolResultPart;
  readonly endMs: Json | undefined;
  /** When its output was cleared from the context. */
  readonly clearedMs: Json | undefined;
}

/** One part is both the call and its result. */
export function toolUse(part: JsonObject, id: ToolCallId): ToolUse {
  const state = asObject(part.state);
  const time = asObject(state?.time);
  return {
    call: {
      kind: 'tool-call',
      id,
      name: asText(part.tool) ?? 'unknown',
      input: boundedDepth(state?.input ?? {}).value,
    },
    ...given({ result: state === undefined ? undefined : toolResult(state, id) }),
    endMs: time?.end,
    clearedMs: time?.compacted,
  };
}

function toolResult(state: JsonObject, callId: ToolCallId): ToolResultPart | undefined {
  const metadata = asObject(state.metadata);
  // What an interrupted command had printed is sent as its output.
  const printed = metadata?.interrupted === true ? asText(metadata.output) : undefined;
  if (state.status === 'error' && printed === undefined) {
    return { kind: 'tool-result', callId, parts: [textPart(asText(state.error) ?? '')], isError: true };
  }
  if (state.status !== 'completed' && printed === undefined) return undefined;
  const files = (asArray(state.attachments) ?? []).flatMap((value) => {
    const file = asObject(value);
    return file === undefined ? [] : attachment(asText(file.mime) ?? '', asText(file.url) ?? '', asText(file.filename));
  });
  const text = textPart(printed ?? asText(state.output) ?? '');
  return { kind: 'tool-result', callId, parts: [text, ...files], isError: false };
}
