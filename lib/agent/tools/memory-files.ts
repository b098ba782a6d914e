import { fail, ok, type Result } from '../../base/result';
import { maskText } from '../../masking/mask-text';
import { type MemoryFolder, type StoredFile, storedText } from '../../memory/files/memory-folder';
import { memoryName, slugOf } from '../../memory/files/memory-path';
import type { Workspace } from './workspace';
import { HOME, WORKSPACE_ROOT } from './workspace-path';

/** [A12] The memory of the project that the agent works on. */
export const MEMORY_ROOT = `${HOME}/.claude/projects/${slugOf(WORKSPACE_ROOT)}/memory`;

/** The memory among the files of a run. */
export function memoryFolderIn(files: Workspace): MemoryFolder {
  const found = new Map<string, StoredFile>();
  for (const path of files.below(MEMORY_ROOT)) {
    const name = memoryName(path, MEMORY_ROOT);
    const text = files.read(path);
    if (name.ok && text !== undefined) found.set(name.value, { text, mtimeMs: files.modifiedMs(path) });
  }
  return { root: MEMORY_ROOT, files: found };
}

export function isMemoryPath(path: string): boolean {
  return path.startsWith(`${MEMORY_ROOT}/`);
}

/**
 * As it is stored, if an agent writes it: a memory in its one form, without secrets. Or why not, as the end of a sentence
 * that starts with the path.
 */
export function memoryText(path: string, text: string): Result<string> {
  if (!isMemoryPath(path)) return ok(text);
  const name = memoryName(path, MEMORY_ROOT);
  const stored = name.ok ? storedText(name.value, text) : name;
  return stored.ok ? stored : fail(`was not saved: ${stored.error}.`);
}

/** What the user or a command writes there may be no memory, but has no secrets either. */
export function withoutSecrets(path: string, text: string): string {
  return isMemoryPath(path) ? maskText(text).text : text;
}
