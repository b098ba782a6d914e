import { asObject, asText } from '../base/json';
import type { MessageId, ToolCallId } from '../transcript/transcript';
import type { ContextMessage } from './context';
import { toolKind } from './tool-kind';

/** A file that was read, with what was read of it last. */
export interface FileInUse {
  readonly path: string;
  readonly text: string;
  /** The message that holds the result. */
  readonly source: MessageId;
}

const PATH_NAMES = ['file_path', 'path', 'filePath', 'target_file', 'absolute_path'];

/** The files that were read, the one read last first. */
export function filesInUse(messages: readonly ContextMessage[]): FileInUse[] {
  const paths = new Map<ToolCallId, string>();
  const files = new Map<string, FileInUse>();
  for (const { message } of messages) {
    for (const part of message.parts) {
      if (part.kind === 'tool-call' && toolKind(part.name) === 'read') {
        const input = asObject(part.input);
        const path = PATH_NAMES.map((name) => asText(input?.[name])).find((text) => text !== undefined);
        if (path !== undefined) paths.set(part.id, path);
      }
      const path = part.kind === 'tool-result' ? paths.get(part.callId) : undefined;
      if (part.kind !== 'tool-result' || path === undefined || part.isError) continue;
      const text = part.parts.map((inner) => (inner.kind === 'text' ? inner.text : '')).join('\n');
      // Taken out first, so that it goes to the end: a map keeps the order of the first entry.
      files.delete(path);
      if (text !== '') files.set(path, { path, text, source: message.id });
    }
  }
  return [...files.values()].reverse();
}
