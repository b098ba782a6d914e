import { fail, ok, type Result } from '../../base/result';
import { wellFormed } from '../../base/well-formed';
import { maskText } from '../../masking/mask-text';
import { LONGEST_MEMORY, type Memory, parseMemory, storable, writeMemory } from './memory-file';
import { indexLine } from './memory-index';
import { INDEX_NAME, isIndexName, memoryName } from './memory-path';

export interface StoredFile {
  readonly text: string;
  readonly mtimeMs: number;
}

/** The files of a memory folder. Every change gives another folder. */
export interface MemoryFolder {
  readonly root: string;
  readonly files: ReadonlyMap<string, StoredFile>;
}

export function emptyFolder(root: string): MemoryFolder {
  return { root, files: new Map() };
}

export function indexOf({ files }: MemoryFolder): string {
  return files.get(INDEX_NAME)?.text ?? '';
}

/**
 * Writes a file that an agent wrote. Nothing else writes: what is stored is masked here, so that no file of the folder
 * has a secret. A memory that cannot be read is refused with the reason, so that its writer can mend it.
 */
export function writeFile(folder: MemoryFolder, path: string, text: string, nowMs: number): Result<MemoryFolder> {
  const name = memoryName(path, folder.root);
  if (!name.ok) return fail(`Could not write "${printable(path)}": ${name.error}.`);
  const stored = storedText(name.value, text);
  if (!stored.ok) return fail(`Could not write "${name.value}": ${stored.error}.`);
  return ok(withFile(folder, name.value, stored.value, nowMs));
}

/** A file of the folder as it is stored: masked, and in the one form of a memory. Or what is wrong with it. */
export function storedText(name: string, text: string): Result<string> {
  if (text.length > LONGEST_MEMORY) {
    return fail(
      `it has ${text.length.toLocaleString('en-US')} characters, but a memory has at most 262,144. Split it, or keep only what matters`,
    );
  }
  if (isIndexName(name) || isLog(name)) return ok(maskText(wellFormed(text)).text);
  const memory = parseMemory(text);
  return memory.ok ? ok(writeMemory(storable(memory.value))) : memory;
}

/** Replaces a text that occurs exactly once. */
export function editFile(
  folder: MemoryFolder,
  path: string,
  { old, now }: { readonly old: string; readonly now: string },
  nowMs: number,
): Result<MemoryFolder> {
  const name = memoryName(path, folder.root);
  if (!name.ok) return fail(`Could not edit "${printable(path)}": ${name.error}.`);
  const before = folder.files.get(name.value)?.text;
  if (before === undefined) return fail(`Could not edit "${name.value}": it does not exist.`);
  // What is stored is masked; a text with the secret would otherwise never be found again.
  const sought = maskText(old).text;
  const at = sought === '' ? -1 : before.indexOf(sought);
  if (at === -1) return fail(`Could not edit "${name.value}": it does not contain the text to replace.`);
  if (before.indexOf(sought, at + 1) !== -1) {
    return fail(`Could not edit "${name.value}": it contains the text to replace more than once.`);
  }
  return writeFile(folder, name.value, `${before.slice(0, at)}${now}${before.slice(at + sought.length)}`, nowMs);
}

/** [A6] Saves a memory in two steps: its file, then its line in the index. */
export function saveMemory(folder: MemoryFolder, file: string, memory: Memory, nowMs: number): Result<MemoryFolder> {
  const stored = storable(memory);
  const written = writeFile(folder, file, writeMemory(stored), nowMs);
  if (!written.ok) return written;
  const line = indexLine(stored.name.replaceAll('-', ' '), file, stored.description);
  const others = indexOf(folder)
    .split('\n')
    .filter((each) => each.trim() !== '' && !each.includes(`](${file})`));
  return writeFile(written.value, INDEX_NAME, `${[...others, line].join('\n')}\n`, nowMs);
}

export interface ReadMemory extends Memory {
  readonly file: string;
  readonly mtimeMs: number;
}

/** All that can be read, and what cannot, with the reason. Sorted by name. */
export function memoriesIn({ files }: MemoryFolder): {
  readonly memories: readonly ReadMemory[];
  readonly unreadable: readonly { readonly file: string; readonly why: string }[];
} {
  const memories: ReadMemory[] = [];
  const unreadable: { file: string; why: string }[] = [];
  for (const file of [...files.keys()].sort()) {
    const stored = files.get(file);
    if (stored === undefined || isIndexName(file) || isLog(file)) continue;
    const memory = parseMemory(stored.text);
    if (memory.ok) memories.push({ ...memory.value, file, mtimeMs: stored.mtimeMs });
    else unreadable.push({ file, why: memory.error });
  }
  return { memories, unreadable };
}

/** Daily logs are notes without front matter. */
function isLog(name: string): boolean {
  return name.startsWith('logs/');
}

function withFile({ root, files }: MemoryFolder, name: string, text: string, mtimeMs: number): MemoryFolder {
  return { root, files: new Map(files).set(name, { text, mtimeMs }) };
}

function printable(path: string): string {
  return path.replaceAll('\0', '␀').slice(0, 200);
}
