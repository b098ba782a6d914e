import { asArray, asObject, asText, type Json, type JsonObject } from '../base/json';

export interface SentTurn {
  readonly role: 'user' | 'assistant';
  readonly content: readonly JsonObject[];
}

const LONGEST_NAME = 128;

/**
 * Repairs the messages of a request, which already alternate, so that the API accepts them: if a session was cut off in
 * the middle of a tool call, every summary request for it would be rejected. No text is removed.
 *
 *   assistant  call #1, call #2           assistant  call #1, call #2
 *   user       result #1           ──▶    user       result #1, result #2 "[no result in the session]"
 *   assistant  ""                         assistant  "[empty]"
 *   user       result #9                  user       "[result of #9] …"
 */
export function mendedTurns(messages: Json | undefined): readonly SentTurn[] {
  const given = (asArray(messages) ?? []).map(turnOf);
  const first = given[0]?.role === 'assistant' ? [turn('user', [textBlock(NO_BEGINNING)])] : [];
  const sent: SentTurn[] = [...first];
  const known = new Set<string>();
  let open: readonly string[] = [];
  for (const { role, content } of given) {
    if (role === 'user') {
      sent.push(turn('user', answered(content, open)));
      open = [];
      continue;
    }
    const called = content.map((block) => withCall(block, known));
    sent.push(turn('assistant', called));
    open = called.flatMap((block) => (block.type === 'tool_use' ? (asText(block.id) ?? '') : []));
  }
  return open.length === 0 ? sent : [...sent, turn('user', answered([], open))];
}

const NO_BEGINNING = '[The beginning of the conversation was omitted.]';

export function textBlock(text: string): JsonObject {
  return { type: 'text', text };
}

export function objectsIn(list: Json | undefined): readonly JsonObject[] {
  return (asArray(list) ?? []).map(asObject).filter((item) => item !== undefined);
}

/** Other agents allow more characters in tool names. */
export function sentToolName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, LONGEST_NAME) || '_';
}

function turnOf(item: Json): SentTurn {
  const { role, content } = asObject(item) ?? {};
  return {
    role: role === 'assistant' ? 'assistant' : 'user',
    content: objectsIn(content),
  };
}

function turn(role: SentTurn['role'], blocks: readonly JsonObject[]): SentTurn {
  const content = withoutBlanks(blocks);
  return { role, content: content.length === 0 ? [textBlock('[empty]')] : content };
}

export function withoutBlanks(blocks: readonly JsonObject[]): readonly JsonObject[] {
  return blocks.filter(({ type, text }) => type !== 'text' || asText(text)?.trim() !== '');
}

/** A second call with the same id becomes text: results could not be told apart. */
function withCall(block: JsonObject, known: Set<string>): JsonObject {
  if (block.type !== 'tool_use') return block;
  const id = asText(block.id) ?? '';
  if (known.has(id)) return textBlock(`[call ${id} again] ${JSON.stringify([block.name, block.input])}`);
  known.add(id);
  return { ...block, name: sentToolName(asText(block.name) ?? '') };
}

/** Exactly one result for each open call, first; other results become text. */
function answered(blocks: readonly JsonObject[], open: readonly string[]): readonly JsonObject[] {
  const results = new Map<string, JsonObject>();
  const others: JsonObject[] = [];
  for (const block of blocks) {
    const id = asText(block.tool_use_id) ?? '';
    if (block.type !== 'tool_result') others.push(block);
    else if (open.includes(id) && !results.has(id)) results.set(id, withContent(block));
    else others.push(textBlock(`[result of ${id}]`), ...contentOf(block));
  }
  const missing = open.filter((id) => !results.has(id));
  const made = missing.map((id) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: '[no result in the session]',
  }));
  return [...results.values(), ...made, ...others];
}

/** The API rejects an error without text, and a blank text among others. */
function withContent(block: JsonObject): JsonObject {
  const content = contentOf(block);
  if (content.length === 0) return { ...block, content: '[no output]' };
  return typeof block.content === 'string' ? block : { ...block, content };
}

function contentOf({ content }: JsonObject): readonly JsonObject[] {
  return withoutBlanks(typeof content === 'string' ? [textBlock(content)] : objectsIn(content));
}
