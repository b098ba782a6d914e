import * as v from 'valibot';
import { asObject, asText, isDeeperThan, isJson, type Json } from '../base/json';
import { fail, ok, type Result } from '../base/result';
import { count, goodOf, ifGood, json, jsonObject, object, type Parsed, parseBy, text, variants } from '../base/schema';

/** What no answer needs: code that walks a value recurses, and a worker would end with it. */
export const DEEPEST_ANSWER = 100;

/** Some servers leave out what is empty. */
const mayBeMissing = v.nullish(text, '');

const block = variants([
  object({ type: v.literal('text'), text: mayBeMissing }),
  object({ type: v.literal('thinking'), thinking: mayBeMissing, signature: mayBeMissing }),
  object({ type: v.literal('tool_use'), id: text, name: text }),
]);

const delta = variants([
  object({ type: v.literal('text_delta'), text }),
  object({ type: v.literal('thinking_delta'), thinking: text }),
  object({ type: v.literal('signature_delta'), signature: text }),
  object({ type: v.literal('input_json_delta'), partial_json: text }),
  object({
    type: v.literal('compaction_delta'),
    content: v.nullish(text, null),
    encrypted_content: v.nullish(text, null),
  }),
]);

const event = variants([
  object({ type: v.literal('message_start'), message: object({ usage: v.optional(json) }) }),
  object({ type: v.literal('content_block_start'), index: count, content_block: jsonObject }),
  object({ type: v.literal('content_block_delta'), index: count, delta: jsonObject }),
  object({
    type: v.literal('message_delta'),
    delta: object({ stop_reason: v.nullish(text) }),
    context_management: ifGood(object({ applied_edits: goodOf(jsonObject) })),
    usage: v.optional(json),
  }),
]);

type Of<Type extends Parsed<typeof event>['type']> = Extract<Parsed<typeof event>, { readonly type: Type }>;
/** Of a kind that is unknown here, it is sent back unchanged. */
type Started = Parsed<typeof block> | { readonly type: 'opaque'; readonly block: Parsed<typeof jsonObject> };
export type BlockDelta = Parsed<typeof delta>;
export type StartedBlock = Started;

export type MessageEvent =
  | Of<'message_start'>
  | Of<'message_delta'>
  | { readonly type: 'content_block_start'; readonly index: number; readonly block: Started }
  | { readonly type: 'content_block_delta'; readonly index: number; readonly delta: BlockDelta };

const KINDS: ReadonlySet<unknown> = new Set(event.options.map(({ entries }) => entries.type.literal));
const BLOCKS: ReadonlySet<unknown> = new Set(block.options.map(({ entries }) => entries.type.literal));
const DELTAS: ReadonlySet<unknown> = new Set(delta.options.map(({ entries }) => entries.type.literal));

/** Parses one event of a stream. Undefined for a kind that is unknown here; the reason, if it is damaged. */
export function messageEvent(value: unknown): Result<MessageEvent | undefined> {
  const given = isJson(value) ? asObject(value) : undefined;
  const type = asText(given?.type);
  if (given === undefined || type === undefined) return fail('an event is no object with a type');
  if (!KINDS.has(type)) return ok(undefined);
  if (isDeeperThan(given, DEEPEST_ANSWER)) return fail(`"${type}" is nested more than ${DEEPEST_ANSWER} levels deep`);
  const read = parseBy(event, given);
  if (!read.ok) return fail(`in "${type}", ${read.error}`);
  switch (read.value.type) {
    case 'content_block_start': {
      const { index, content_block: begun } = read.value;
      const started = startedBlock(begun);
      return started.ok ? ok({ type: 'content_block_start', index, block: started.value }) : started;
    }
    case 'content_block_delta': {
      const { index, delta: grown } = read.value;
      if (!DELTAS.has(grown.type)) return typeof grown.type === 'string' ? ok(undefined) : fail('a delta has no type');
      const more = parseBy(delta, grown);
      return more.ok
        ? ok({ type: 'content_block_delta', index, delta: more.value })
        : fail(`in a delta, ${more.error}`);
    }
    default:
      return ok(read.value);
  }
}

function startedBlock(given: Parsed<typeof jsonObject>): Result<Started> {
  if (!BLOCKS.has(given.type)) {
    return typeof given.type === 'string' ? ok({ type: 'opaque', block: given }) : fail('a block has no type');
  }
  const read = parseBy(block, given);
  return read.ok ? read : fail(`in a block, ${read.error}`);
}

/** How many edits the server made, as it tells them. */
export function editsIn({ context_management: management }: Of<'message_delta'>): Json | undefined {
  const edits = management?.applied_edits ?? [];
  return edits.length === 0 ? undefined : edits;
}
