import type { ImportSource } from '@/lib/worker/engine/messages';

/**
 * The files of a drop, including those in folders. The items must be read while the event is handled: afterwards the
 * browser has emptied the list.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<readonly ImportSource[]> {
  const dropped = [...transfer.items].flatMap((item) => {
    const entry = item.webkitGetAsEntry();
    if (entry?.isDirectory === true) return [sourcesUnder(entry)];
    const file = item.getAsFile();
    return file === null ? [] : [Promise.resolve(sourcesOf([file]))];
  });
  return dropped.length === 0 ? sourcesOf([...transfer.files]) : (await Promise.all(dropped)).flat();
}

/** From an input; files of a folder include their path. */
export function sourcesOf(files: readonly File[]): readonly ImportSource[] {
  return files.map((file) => ({ path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath, file }));
}

async function sourcesUnder(folder: FileSystemEntry): Promise<readonly ImportSource[]> {
  const found: ImportSource[] = [];
  // Without recursion: folders may be deeply nested.
  const waiting = [folder];
  for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
    if (entry instanceof FileSystemDirectoryEntry || entry.isDirectory) {
      waiting.push(...(await childrenOf(entry as FileSystemDirectoryEntry)));
    } else {
      const file = await fileOf(entry as FileSystemFileEntry);
      if (file !== undefined) found.push({ path: entry.fullPath.replace(/^\//, ''), file });
    }
  }
  return found;
}

async function childrenOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  // A reader returns up to a hundred entries at a time, and an empty list at the end.
  for (;;) {
    const some = await new Promise<readonly FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0) return children;
    children.push(...some);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File | undefined> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(undefined)));
}
