import { asObject, asText, type JsonObject, parseJson } from '../../base/json';
import { maskText } from '../../masking/mask-text';
import { editFile, type MemoryFolder, writeFile } from '../files/memory-folder';
import { memoryName } from '../files/memory-path';
import { deniedBecause } from './allowed-tools';

const FILE_PATH = { type: 'string', description: 'The absolute path of the file.' };

/** [A10] What a model can call that extracts from a recording: there is nothing but the memory folder. */
export const replayedTools: readonly JsonObject[] = [
  tool('Read', 'Returns the lines of a memory, with line numbers.', {}),
  tool('Write', 'Creates or overwrites a memory.', { content: { type: 'string' } }),
  tool('Edit', 'Replaces a text that occurs exactly once in a memory.', {
    old_string: { type: 'string' },
    new_string: { type: 'string' },
  }),
];

function tool(name: string, description: string, properties: JsonObject): JsonObject {
  const input = { type: 'object', properties: { file_path: FILE_PATH, ...properties } };
  return { name, description, input_schema: { ...input, required: ['file_path', ...Object.keys(properties)] } };
}

export interface ToolRun {
  readonly folder: MemoryFolder;
  readonly text: string;
  readonly isError: boolean;
}

/** [A10] On the simulated folder; nothing else is read or changed. */
export function runReplayedTool(
  folder: MemoryFolder,
  { name, inputText }: { readonly name: string; readonly inputText: string },
  nowMs: number,
  /** [D3] By writing nothing into it. */
  mayRemove = false,
): ToolRun {
  const failed = (text: string): ToolRun => ({ folder, text: maskText(text).text, isError: true });
  const parsed = parseJson(inputText === '' ? '{}' : inputText);
  const input = parsed.ok ? asObject(parsed.value) : undefined;
  if (input === undefined) return failed(`The arguments of ${name} are not a JSON object.`);
  const denied = deniedBecause(name, input, folder.root);
  if (denied !== undefined) return failed(denied);
  const path = asText(input.file_path) ?? '';
  const changed = (result: ReturnType<typeof writeFile>, did: string): ToolRun =>
    result.ok ? { folder: result.value, text: maskText(`${did} ${path}.`).text, isError: false } : failed(result.error);
  switch (name) {
    case 'Read': {
      const at = memoryName(path, folder.root);
      if (!at.ok) return failed(`Read of other files is not available in a replay: ${at.error}.`);
      const stored = folder.files.get(at.value);
      return stored === undefined
        ? failed(`File not found: ${path}.`)
        : { folder, text: numbered(stored.text), isError: false };
    }
    case 'Write': {
      const content = asText(input.content);
      const named = memoryName(path, folder.root);
      if (mayRemove && content?.trim() === '' && named.ok && folder.files.has(named.value)) {
        const files = new Map(folder.files);
        files.delete(named.value);
        return { folder: { ...folder, files }, text: maskText(`Removed ${path}.`).text, isError: false };
      }
      return content === undefined
        ? failed('Write needs "content".')
        : changed(writeFile(folder, path, content, nowMs), 'Wrote');
    }
    case 'Edit': {
      const edit = { old: asText(input.old_string) ?? '', now: asText(input.new_string) ?? '' };
      return changed(editFile(folder, path, edit, nowMs), 'Changed');
    }
    default:
      return failed(`${name} is not available in a replay. Use Read, Write and Edit in ${folder.root}.`);
  }
}

function numbered(text: string): string {
  if (text === '') return '(The file is empty.)';
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.map((line, index) => `${String(index + 1).padStart(6)}\t${line}`).join('\n');
}
