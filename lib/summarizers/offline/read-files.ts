import { textOfResult } from '../../layers/shape/stored-result';
import { pathsOf, toolUse } from '../../transcript/tool-use';
import type { Message, ToolCallId, ToolResultPart } from '../../transcript/transcript';
import { oneLine } from './quoted';

/** What the text of a file shows about it, as far as it was read. */
export interface ReadFile {
  readonly path: string;
  /** Functions and classes defined in it. */
  readonly defines: readonly string[];
  /** In a Markdown text. */
  readonly headings: readonly string[];
}

const MAX_NAMES = 8;
const LONGEST_HEADING = 60;
const LOOKED_AT = 200_000;

/** Tools prefix each line with its number. */
const LINE = String.raw`^[ \t]*(?:\d{1,7}(?:[\t→|:]|[ \t]{2}))?[ \t]*`;
const DEFINITION = new RegExp(
  `${LINE}(?:(?:export|default|async|public|static)[ ]){0,3}(?:function|func|def|class|fn|sub)[ ]([A-Za-z_]\\w{0,60})`,
  'gm',
);
const HEADING = new RegExp(`${LINE}#{1,3}[ ]([^\\n]{1,200})$`, 'gm');

/** In the order of first reading; parts are joined. */
export function readFiles(
  messages: readonly Message[],
  results: ReadonlyMap<ToolCallId, ToolResultPart>,
): readonly ReadFile[] {
  const files = new Map<string, ReadFile>();
  for (const { parts } of messages) {
    for (const part of parts) {
      if (part.kind !== 'tool-call' || toolUse(part) !== 'read') continue;
      const [path] = pathsOf(part.input);
      const result = results.get(part.id);
      if (path === undefined || result === undefined || result.isError) continue;
      const text = textOfResult(result).slice(0, LOOKED_AT);
      const before = files.get(path);
      const isDocument = /\.(?:md|markdown)$/i.test(path);
      files.set(path, {
        path,
        defines: isDocument ? [] : first([...(before?.defines ?? []), ...found(DEFINITION, text)]),
        headings: isDocument ? first([...(before?.headings ?? []), ...found(HEADING, text)]) : [],
      });
    }
  }
  return [...files.values()];
}

function found(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => oneLine(name, LONGEST_HEADING));
}

function first(names: readonly string[]): readonly string[] {
  return [...new Set(names)].slice(0, MAX_NAMES);
}
