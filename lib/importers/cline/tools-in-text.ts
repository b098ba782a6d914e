import type { Json } from '../../base/json';
import type { Part, ResultPart, ToolCallId } from '../../transcript/transcript';

/**
 * Tools as text: models that are not asked for tool calls write a tag, and get the result as text.
 *
 *   assistant  I look. <read_file> <path>a.ts</path> </read_file>     ──▶  text, call
 *   user       [read_file for 'a.ts'] Result: · export const a = 1    ──▶  result
 */
const RESULT = /^\[([a-z_]+)(?: [^\n]*)?\] Result:\s*/;
const DETAILS = '<environment_details>';

/** The name of the tool whose result the message starts with. */
export function answeredTool(parts: readonly Part[]): string | undefined {
  const [first] = parts;
  return first?.kind === 'text' ? RESULT.exec(first.text)?.[1] : undefined;
}

/** Undefined if the text has no such tag. */
export function withCall(parts: readonly Part[], name: string, id: ToolCallId): readonly Part[] | undefined {
  for (const [index, part] of [...parts.entries()].reverse()) {
    if (part.kind !== 'text') continue;
    const start = part.text.lastIndexOf(`<${name}>`);
    if (start < 0) continue;
    const end = part.text.indexOf(`</${name}>`, start);
    const inside = part.text.slice(start + name.length + 2, end < 0 ? undefined : end);
    const before = part.text.slice(0, start).trimEnd();
    const after = end < 0 ? '' : part.text.slice(end + name.length + 3).trim();
    return [
      ...parts.slice(0, index),
      ...textPart(before),
      { kind: 'tool-call', id, name, input: argumentsOf(inside) },
      ...textPart(after),
      ...parts.slice(index + 1),
    ];
  }
  return undefined;
}

/** What follows the label is the result, up to what the program adds about the editor. */
export function withResult(parts: readonly Part[], name: string, callId: ToolCallId): readonly Part[] {
  const own = parts.findIndex((part, index) => index > 0 && part.kind === 'text' && part.text.startsWith(DETAILS));
  const until = own < 0 ? parts.length : own;
  const result = parts.slice(0, until).flatMap((part, index): ResultPart[] => {
    if (part.kind === 'text') return textPart(index === 0 ? part.text.replace(RESULT, '') : part.text);
    return part.kind === 'thinking' || part.kind === 'tool-call' || part.kind === 'tool-result' ? [] : [part];
  });
  return [{ kind: 'tool-result', callId, toolName: name, parts: result, isError: false }, ...parts.slice(until)];
}

function textPart(text: string): { readonly kind: 'text'; readonly text: string }[] {
  return text === '' ? [] : [{ kind: 'text', text }];
}

/** `<path>a.ts</path>`; a text without tags is the argument itself. */
function argumentsOf(inside: string): Json {
  const found: [string, string][] = [];
  let at = 0;
  for (let open = inside.indexOf('<'); open >= 0; open = inside.indexOf('<', at)) {
    const name = /^<([a-z_]+)>/.exec(inside.slice(open, open + 60))?.[1];
    const end = name === undefined ? -1 : inside.indexOf(`</${name}>`, open);
    if (name === undefined || end < 0) at = open + 1;
    else {
      found.push([name, inside.slice(open + name.length + 2, end).replace(/^\n|\n$/g, '')]);
      at = end + name.length + 3;
    }
  }
  return found.length === 0 ? inside.trim() : Object.fromEntries(found);
}
