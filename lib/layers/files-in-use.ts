import { asObject, asText, type Json } from '../base/json';
import type { MessageId, ToolCallId, ToolResultPart } from '../transcript/transcript';
import type { ContextMessage } from './context';
import { type CountedText, putBackAs, textPutBack } from './put-back';
import { toolKind } from './tool-kind';

/** A file that was read, with what was read of it last. */
export interface FileInUse {
  readonly path: string;
  /** The result that holds it, or what an earlier compaction put back: its text under its path. */
  readonly content: ToolResultPart | CountedText;
  readonly source: MessageId;
}

const PATH_NAMES = ['file_path', 'path', 'filePath', 'target_file', 'absolute_path'];

/**
 * The files that were read, the one read last first. Those that an earlier compaction put back stand in that order
 * already, and were read before all others but an older reading of the same file.
 */
export function filesInUse(messages: readonly ContextMessage[]): FileInUse[] {
  const paths = new Map<ToolCallId, string>();
  const read = new Map<string, FileInUse>();
  const earlier = new Map<string, FileInUse>();
  for (const each of messages) {
    const { message, makeup } = each;
    if (makeup.calls + makeup.results > 0)
      for (const part of message.parts) {
        if (part.kind === 'tool-call' && toolKind(part.name) === 'read') {
          const path = pathIn(part.input);
          if (path !== undefined) paths.set(part.id, path);
        }
        const path = part.kind === 'tool-result' && !part.isError ? paths.get(part.callId) : undefined;
        if (part.kind !== 'tool-result' || path === undefined) continue;
        earlier.delete(path);
        // Taken out first, so that it goes to the end: a map keeps the order of the first entry.
        read.delete(path);
        const hasText = part.parts.some((inner) => inner.kind === 'text' && inner.text !== '');
        if (hasText) read.set(path, { path, content: part, source: message.id });
      }
    const content = putBackAs(each) === 'file' ? textPutBack(each) : undefined;
    if (content === undefined) continue;
    const path = firstLine(content.part.text);
    read.delete(path);
    earlier.set(path, { path, content, source: message.id });
  }
  return [...[...read.values()].reverse(), ...earlier.values()];
}

function pathIn(json: Json): string | undefined {
  const input = asObject(json);
  for (const name of PATH_NAMES) {
    const path = asText(input?.[name]);
    if (path !== undefined) return path;
  }
  return undefined;
}

function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return end === -1 ? text : text.slice(0, end);
}
