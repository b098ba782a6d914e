import { utf8Bytes } from '../../tokens/text-size';
import type { ToolCallId, ToolResultPart } from '../../transcript/transcript';

export interface PreviewSettings {
  readonly previewLength: number;
  readonly previewsCharacters: boolean;
}

/** The full text of a result, as written to its file. */
export function textOfResult({ parts }: ToolResultPart): string {
  const only = parts[0];
  if (parts.length === 1 && only?.kind === 'text') return only.text;
  return parts
    .flatMap((part) => {
      if (part.kind === 'text') return [part.text];
      return part.kind === 'unknown' ? [JSON.stringify(part.json)] : [];
    })
    .join('\n');
}

export function storedResultPath(session: string, call: ToolCallId): string {
  return `tool-results/${asFileName(session)}/${asFileName(call)}.txt`;
}

/** [B1] The same text, path and size give the same stub, byte for byte, so that the cached prefix stays valid. */
export function storedResultStub(text: string, path: string, settings: PreviewSettings): string {
  const shown = preview(text, settings);
  return [
    `<stored-result path="${path}" characters="${text.length}">`,
    `The whole result is in ${path}. ${shown === '' ? 'None of it is shown here.' : 'It begins with:'}`,
    ...(shown === '' ? [] : [shown]),
    '</stored-result>',
  ].join('\n');
}

/** An id from outside may contain slashes and dots, and could name another file. */
function asFileName(id: string): string {
  return id.replaceAll(/[^\w-]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function preview(text: string, { previewLength: length, previewsCharacters }: PreviewSettings): string {
  if (previewsCharacters) return text.slice(0, withoutHalfPair(text, length));
  // Stops before a character that does not fit completely.
  const { read } = new TextEncoder().encodeInto(text.slice(0, length), new Uint8Array(length));
  const start = text.slice(0, read);
  if (read === text.length) return start;
  const lineEnd = start.lastIndexOf('\n');
  return lineEnd >= 0 && utf8Bytes(start.slice(0, lineEnd)) >= length / 2 ? start.slice(0, lineEnd) : start;
}

function withoutHalfPair(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last < 0xdc00 ? end - 1 : end;
}
