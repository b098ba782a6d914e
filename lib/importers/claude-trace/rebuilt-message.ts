import { asArray, asNumber, asObject, asText, type Json, type JsonObject, parseJson } from '../../base/json';

interface RebuiltMessage {
  readonly message: JsonObject;
  /** False if the stream was interrupted: its output count is then the initial one. */
  readonly isComplete: boolean;
}

interface Block {
  readonly start: JsonObject;
  readonly added: Map<string, string[]>;
}

/** The field of the block that each kind of delta extends. */
const FIELDS: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'signature',
  input_json_delta: 'partial_json',
  compaction_delta: 'content',
};

/** The message in a recorded stream of server-sent events; undefined if the stream did not start one. */
export function rebuiltMessage(stream: string): RebuiltMessage | undefined {
  let start: JsonObject | undefined;
  let end: JsonObject = {};
  let isComplete = false;
  const blocks = new Map<number, Block>();
  for (const event of events(stream)) {
    const index = asNumber(event.index) ?? 0;
    switch (event.type) {
      case 'message_start':
        start = asObject(event.message) ?? {};
        break;
      case 'content_block_start':
        blocks.set(index, { start: asObject(event.content_block) ?? {}, added: new Map() });
        break;
      case 'content_block_delta':
        addDelta(blocks.get(index), asObject(event.delta));
        break;
      case 'message_delta':
        end = { ...end, ...asObject(event.delta), ...event };
        isComplete = true;
        break;
    }
  }
  if (start === undefined) return undefined;
  const { stop_reason, context_management } = end;
  return {
    isComplete,
    message: {
      ...start,
      ...(stop_reason === undefined ? {} : { stop_reason }),
      ...(context_management === undefined ? {} : { context_management }),
      usage: usage(asObject(start.usage), asObject(end.usage)),
      content: [...(asArray(start.content) ?? []), ...[...blocks.values()].map(finished)],
    },
  };
}

function events(stream: string): JsonObject[] {
  return stream.split('\n').flatMap((line) => {
    const parsed = line.startsWith('data:') ? parseJson(line.slice('data:'.length)) : undefined;
    const event = parsed?.ok ? asObject(parsed.value) : undefined;
    return event === undefined ? [] : [event];
  });
}

function addDelta(block: Block | undefined, delta: JsonObject | undefined): void {
  const type = asText(delta?.type) ?? '';
  const field = Object.hasOwn(FIELDS, type) ? FIELDS[type] : undefined;
  const text = field === undefined ? undefined : asText(delta?.[field]);
  if (block === undefined || field === undefined || text === undefined) return;
  const soFar = block.added.get(field);
  if (soFar === undefined) block.added.set(field, [text]);
  else soFar.push(text);
}

function finished({ start, added }: Block): JsonObject {
  const block: Record<string, Json | undefined> = { ...start };
  for (const [field, texts] of added) {
    const text = texts.join('');
    if (field !== 'partial_json') block[field] = `${asText(start[field]) ?? ''}${text}`;
    else if (text !== '') {
      const parsed = parseJson(text);
      block.input = parsed.ok ? parsed.value : text;
    }
  }
  return block;
}

/** The start has the input usage, the end the output usage. */
function usage(start: JsonObject | undefined, end: JsonObject | undefined): Json {
  const { output_tokens, iterations } = end ?? {};
  return {
    ...end,
    ...start,
    ...(output_tokens === undefined ? {} : { output_tokens }),
    ...(iterations === undefined ? {} : { iterations }),
  };
}
