import { asObject, asText, type JsonObject } from '../../../base/json';
import { resultsByCall } from '../../../fidelity/text/call-outcomes';
import { textOfResult } from '../../../layers/shape/stored-result';
import type { Message } from '../../../transcript/transcript';

/** A visible tool call, with the visible part of its result. */
export interface ToolUse {
  /** Index of its message. */
  readonly at: number;
  readonly name: string;
  readonly input: JsonObject;
  readonly result: SeenResult | undefined;
}

export type SeenResult =
  | { readonly state: 'whole'; readonly text: string; readonly isError: boolean }
  /** Only a placeholder is left. */
  | { readonly state: 'cleared' }
  /** The full text is in a file; its beginning is in sight. */
  | { readonly state: 'stored'; readonly path: string; readonly characters: number; readonly beginning: string };

const CLEARED = /^\(Tool result cleared\)$/;
const STORED = /^<stored-result path="([^"]+)" characters="(\d+)">\n[^\n]*\n(.*)<\/stored-result>$/s;

export function toolUses(messages: readonly Message[]): ToolUse[] {
  const results = resultsByCall(messages);
  return messages.flatMap(({ parts }, at) =>
    parts.flatMap((part): ToolUse[] => {
      if (part.kind !== 'tool-call') return [];
      const result = results.get(part.id);
      const seen = result === undefined ? undefined : seenResult(textOfResult(result), result.isError);
      return [{ at, name: part.name, input: asObject(part.input) ?? {}, result: seen }];
    }),
  );
}

function seenResult(text: string, isError: boolean): SeenResult {
  if (CLEARED.test(text)) return { state: 'cleared' };
  const [, path, characters, beginning] = STORED.exec(text) ?? [];
  if (path !== undefined) return { state: 'stored', path, characters: Number(characters), beginning: beginning ?? '' };
  return { state: 'whole', text, isError };
}

/** The text of the result, if it is readable and not an error. */
export function textOf({ result }: ToolUse): string | undefined {
  return result?.state === 'whole' && !result.isError ? result.text : undefined;
}

export function pathOf({ input }: ToolUse): string | undefined {
  const path = asText(input.file_path) ?? asText(input.path);
  return path === undefined ? undefined : plainPath(path);
}

/** Relative to the root of the workspace. */
export function plainPath(path: string): string {
  return path.replace(/^\/workspace\/|^\.\//, '');
}
