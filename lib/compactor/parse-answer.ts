import * as v from 'valibot';
import { boundedDepth, isJson, isObject } from '../base/json';
import { optional } from '../base/optional';
import { fail, ok, type Result } from '../base/result';
import { isSameValue } from '../base/same-value';
import { count, exactly, flag, json, listOf, object, oneOf, type Parsed, parseBy, text, textAs } from '../base/schema';
import type { ContextMessage } from '../layers/shape/context';
import type { OwnAnswer, OwnItem } from '../layers/shape/own';
import type { MessageId, MessageKind, Part, ToolCallId } from '../transcript/transcript';
import { plainPart } from './plain-message';

/** A note is shown in one line. */
const LONGEST_NOTE = 200;

const textPart = object({ kind: exactly('text'), text });
const toolCallPart = object({ kind: exactly('tool-call'), id: textAs<ToolCallId>(), name: text, input: json });
const toolResultPart = object({
  kind: exactly('tool-result'),
  callId: textAs<ToolCallId>(),
  toolName: v.exactOptional(text),
  isError: v.optional(flag, false),
  parts: listOf(textPart),
});
const newPart = v.variant('kind', [textPart, toolCallPart, toolResultPart], ({ input }) =>
  typeof input === 'object' ? 'must be text, tool-call or tool-result' : 'must be an object',
);

const item = object({
  id: v.exactOptional(textAs<MessageId>()),
  role: v.exactOptional(oneOf(['user', 'assistant', 'tool', 'system'])),
  kind: v.exactOptional(text),
  text: v.exactOptional(text),
  parts: v.exactOptional(listOf(json)),
});

const answer = object({
  call: v.exactOptional(count),
  keep: v.exactOptional(flag),
  error: v.exactOptional(text),
  messages: v.exactOptional(listOf(item)),
  usage: v.exactOptional(
    object({
      model: v.exactOptional(text),
      input: v.optional(count, 0),
      cacheRead: v.optional(count, 0),
      cacheWrite: v.optional(count, 0),
      output: v.optional(count, 0),
    }),
  ),
  note: v.exactOptional(text),
});

interface Asked {
  readonly call: number;
  readonly messages: readonly ContextMessage[];
}

/**
 * [Z2] What a process printed or a function returned. `{"keep": true}`, or `{"messages": […]}`: an id alone is a message as it
 * was, an id with parts one of which something is left out, and without an id it is a new one.
 */
export function parseAnswer(value: unknown, { call, messages }: Asked): OwnAnswer {
  // What is nested deeply would overflow the stack, here and in whatever writes it.
  if (!isJson(value) || boundedDepth(value).cut) return invalid('it is no JSON, or nested too deeply');
  if (!isObject(value)) return invalid('it must be an object');
  const parsed = parseBy(answer, value);
  if (!parsed.ok) return invalid(parsed.error);
  const { error, keep, note, usage, messages: given, call: said } = parsed.value;
  if (said !== undefined && said !== call) return invalid(`it is for call ${said}, but call ${call} is asked about`);
  if (error !== undefined)
    return { type: 'failed', kind: 'no-answer', what: `it says "${error.slice(0, LONGEST_NOTE)}"` };
  if (given === undefined) {
    return keep === true ? { type: 'keep' } : invalid('it has neither "keep": true nor "messages"');
  }
  const known = new Map(messages.map((each) => [each.message.id, each]));
  const items: OwnItem[] = [];
  for (const [index, each] of given.entries()) {
    const read = itemOf(each, known);
    if (!read.ok) return invalid(`message ${index + 1} ${read.error}`);
    items.push(read.value);
  }
  return {
    type: 'messages',
    items,
    ...optional('spent', usage),
    ...optional('note', note?.slice(0, LONGEST_NOTE)),
  };
}

function invalid(what: string): OwnAnswer {
  return { type: 'failed', kind: 'invalid', what };
}

function itemOf(
  { id, role, kind, text: said, parts }: Parsed<typeof item>,
  known: ReadonlyMap<MessageId, ContextMessage>,
): Result<OwnItem> {
  const given = parts ?? (said === undefined ? undefined : [{ kind: 'text', text: said }]);
  if (id === undefined) return newItem(role, kind, given);
  const before = known.get(id);
  if (given === undefined || before === undefined) return ok({ type: 'same', id });
  const changed: (Part | undefined)[] = [];
  for (const [place, part] of given.entries()) {
    const held = before.parts[place];
    if (held !== undefined && isSameValue(plainPart(held.part), part)) changed.push(undefined);
    else {
      const read = partOf(part);
      if (!read.ok) return read;
      changed.push(read.value);
    }
  }
  const isSame = changed.length === before.parts.length && changed.every((part) => part === undefined);
  return ok(isSame ? { type: 'same', id } : { type: 'changed', id, parts: changed });
}

function newItem(
  role: Parsed<typeof item>['role'],
  kind: string | undefined,
  given: readonly unknown[] | undefined,
): Result<OwnItem> {
  if (role === undefined) return fail('has neither an id nor a role');
  if (role === 'system') return fail('has the role system, which only the recording sets');
  if (given === undefined) return fail('has neither text nor parts');
  const parts: Part[] = [];
  for (const part of given) {
    const read = partOf(part);
    if (!read.ok) return read;
    parts.push(read.value);
  }
  return ok({ type: 'new', role, kind: kindOf(role, kind), parts });
}

/** New words to the model are a summary, unless they say that they are not. */
function kindOf(role: 'user' | 'assistant' | 'tool', kind: string | undefined): MessageKind {
  if (role === 'user') return kind === 'injected' ? 'injected' : 'summary';
  return role === 'assistant' ? 'reply' : 'tool-results';
}

function partOf(value: unknown): Result<Part> {
  const parsed = parseBy(newPart, value);
  return parsed.ok ? parsed : fail(`has a part that cannot be read: ${parsed.error}`);
}
