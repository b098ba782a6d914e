import { asArray, asObject, asText, type Json, type JsonObject } from '../../lib/base/json';

export interface Block {
  /** Paths as in the API's errors: `messages.3.content.0`. */
  readonly path: string;
  readonly type: string;
  readonly value: JsonObject;
}

/** Neighbouring messages of one role, which the API joins. */
export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly path: string;
  readonly blocks: readonly Block[];
}

/** A string stands for one text block. */
export function blocksOf(content: Json | undefined, path: string): readonly Block[] {
  const text = asText(content);
  if (text !== undefined) return [{ path, type: 'text', value: { type: 'text', text } }];
  return (asArray(content) ?? []).map((item, index) => {
    const value = asObject(item) ?? {};
    return { path: `${path}.${index}`, type: asText(value.type) ?? '', value };
  });
}

export function turnsOf(body: JsonObject): readonly Turn[] {
  const turns: (Turn & { blocks: Block[] })[] = [];
  for (const [index, item] of (asArray(body.messages) ?? []).entries()) {
    const message = asObject(item);
    const role = message?.role === 'assistant' ? 'assistant' : 'user';
    const path = `messages.${index}`;
    const blocks = blocksOf(message?.content, `${path}.content`);
    const last = turns.at(-1);
    if (last?.role === role) last.blocks.push(...blocks);
    else turns.push({ role, path, blocks: [...blocks] });
  }
  return turns;
}

/** In the order in which the API reads a request: tools, system, messages. */
export function allBlocks(body: JsonObject): readonly Block[] {
  const tools = (asArray(body.tools) ?? []).map((item, index) => ({
    path: `tools.${index}`,
    type: 'tool',
    value: asObject(item) ?? {},
  }));
  return [...tools, ...blocksOf(body.system, 'system'), ...turnsOf(body).flatMap(({ blocks }) => blocks)];
}
