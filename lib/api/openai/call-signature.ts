import { asArray, asObject, asText, type JsonObject } from '../../base/json';

/** What Gemini adds to a call, and requires back with it: kept beside the call, as a block that only this folder understands. */
export const CALL_SIGNATURE = 'chat_call_signature';

export function signedCall(id: string, extra: JsonObject): JsonObject {
  return { type: CALL_SIGNATURE, id, extra_content: extra };
}

/** Takes them out of the messages of a request: by the id of their call. */
export function withoutSignatures(messages: readonly JsonObject[]): {
  readonly messages: readonly JsonObject[];
  readonly signatures: ReadonlyMap<string, JsonObject>;
} {
  const signatures = new Map<string, JsonObject>();
  const plain = messages.map((message) => {
    const blocks = asArray(message.content);
    if (blocks === undefined) return message;
    const content = blocks.filter((item) => {
      const block = asObject(item);
      if (block?.type !== CALL_SIGNATURE) return true;
      const extra = asObject(block.extra_content);
      if (extra !== undefined) signatures.set(asText(block.id) ?? '', extra);
      return false;
    });
    return { ...message, content };
  });
  return { messages: plain, signatures };
}
