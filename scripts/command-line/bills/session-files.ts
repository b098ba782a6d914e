import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The session files in these folders, in a stable order. A folder that does not exist has none. */
export function sessionFilesIn(folders: readonly string[]): readonly string[] {
  return folders.flatMap(linesFilesIn);
}

function linesFilesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl') && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
