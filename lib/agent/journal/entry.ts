import * as v from 'valibot';
import type { Result } from '../../base/result';
import {
  byCode,
  count,
  exactly,
  flag,
  json,
  jsonObject,
  listOf,
  number,
  object,
  oneOf,
  type Parsed,
  parseBy,
  text,
  textAs,
  textTable,
  variants,
} from '../../base/schema';
import { parsePolicy } from '../../policies/parse-policy';
import { layerCommands } from '../../simulator/pipeline/layer-commands';
import type { MessageId } from '../../transcript/transcript';
import { usageSchema } from '../../transcript/usage-schema';

/** Raise it with every change that an older reader would misunderstand. */
export const JOURNAL_VERSION = 1;

const policy = byCode(json, parsePolicy);

const model = variants([
  object({ type: v.literal('scripted') }),
  object({
    type: v.literal('api'),
    id: text,
    thinks: flag,
    /** Clearing by the provider, where the policy has a layer for it [M5], in the place of our own. */
    serverClears: flag,
    /** Compaction by the provider, from so many tokens on. */
    serverCompactsFrom: v.exactOptional(count),
  }),
]);
export type ModelChoice = Parsed<typeof model>;

const limits = object({ calls: count, dollars: count });
/** Of one turn of the user's: then the run waits, and says so. */
export type RunLimits = Parsed<typeof limits>;

const setup = object({
  version: exactly(JOURNAL_VERSION),
  runId: text,
  policy,
  model,
  limits,
  /** What the workspace held at the start. */
  files: textTable,
});
export type RunSetup = Parsed<typeof setup>;

const block = variants([
  object({ type: v.literal('text'), text }),
  object({ type: v.literal('thinking'), text, signature: text }),
  object({ type: v.literal('tool-call'), id: text, name: text, input: json }),
  /** Of a kind that only the provider understands, such as a compaction of its own: sent back as it came. */
  object({ type: v.literal('opaque'), block: jsonObject }),
]);
/** One part of a reply, as it is kept and sent back. Plain data. */
export type ReplyBlock = Parsed<typeof block>;

const reply = object({
  blocks: listOf(block),
  /** As the API names it. */
  stopReason: text,
  /** Missing from the scripted model, which has no tokens of its own: then it is what we count. */
  usage: v.exactOptional(usageSchema),
  timeMs: number,
  firstTokenMs: v.exactOptional(number),
  /** What the server says it has cleared from the request. */
  serverEdits: v.exactOptional(json),
});
export type ModelReply = Parsed<typeof reply>;

const result = object({ callId: text, text, isError: flag, tookMs: number });
export type ToolResult = Parsed<typeof result>;

/** `text: null`: it is not there any more. */
const fileChange = object({ path: text, text: v.nullable(text) });
export type FileChange = Parsed<typeof fileChange>;

const todo = object({ text, state: oneOf(['open', 'doing', 'done']) });
export type Todo = Parsed<typeof todo>;

const desk = object({
  todos: listOf(todo),
  /** Paths that were read, with the hash of what was seen: a file may be edited only as it was seen. */
  seen: textTable,
});
/** What tools remember between calls. */
export type ToolState = Parsed<typeof desk>;

const layerReply = variants([
  object({ type: v.literal('text'), text, tokens: count, scratchTag: v.optional(text) }),
  object({ type: v.literal('too-long'), gapTokens: v.exactOptional(number) }),
  object({ type: v.literal('error'), what: text }),
  object({ type: v.literal('aborted') }),
]);

const message = textAs<MessageId>();
export const commandSchema = variants([
  object({
    type: v.literal('compact'),
    focus: v.exactOptional(text),
    partial: v.exactOptional(object({ direction: oneOf(['from', 'up-to']), pivot: message })),
  }),
  object({ type: oneOf(layerCommands.map(({ type }) => type)) }),
  object({ type: v.literal('unfold'), message }),
]);

const timeMs = number;

export const entrySchema = variants([
  object({ timeMs, type: v.literal('begun'), setup }),
  object({ timeMs, type: v.literal('prompt'), text }),
  /** To the call that was due. */
  object({ timeMs, type: v.literal('reply'), reply }),
  /** The provider would not take the call: too long. */
  object({ timeMs, type: v.literal('refused'), gapTokens: v.exactOptional(number), what: text }),
  /** To all the tool calls of the newest reply. */
  object({ timeMs, type: v.literal('results'), results: listOf(result), files: listOf(fileChange), desk }),
  /** To what a layer asked. */
  object({
    timeMs,
    type: v.literal('forked'),
    reply: layerReply,
    usage: v.exactOptional(usageSchema),
    tookMs: number,
  }),
  object({ timeMs, type: v.literal('command'), command: commandSchema }),
  object({ timeMs, type: v.literal('policy'), policy }),
  object({ timeMs, type: v.literal('model'), model }),
  object({ timeMs, type: v.literal('limits'), limits }),
  /** By the user's own hand. */
  object({ timeMs, type: v.literal('files'), files: listOf(fileChange) }),
  /** Shown in the chat, and the run waits for the user. Nothing of it is in the context. */
  object({ timeMs, type: v.literal('problem'), what: text, advice: text }),
  /** The user stopped what was under way. */
  object({ timeMs, type: v.literal('stopped') }),
]);

/**
 * What happened in a run, one thing after another: plain data, written down before the next thing happens. A run is
 * nothing but its entries taken in their order, so that a crash loses what was under way and nothing else, and going
 * back is leaving out the last ones.
 */
export type Entry = Parsed<typeof entrySchema>;

export type EntryOf<Type extends Entry['type']> = Extract<Entry, { readonly type: Type }>;

export const emptyToolState: ToolState = { todos: [], seen: {} };

/** What the store gives back was written by us, but perhaps by another version, and disks fail. */
export function parseEntry(value: unknown): Result<Entry> {
  return parseBy(entrySchema, value);
}
