import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * A hash of the names and contents of `entries` (files, or folders with everything in them) in a folder; missing
 * entries count as empty.
 */
export function contentHash(folder, entries, isPart = () => true) {
  const hash = createHash('sha256');
  for (const file of filesBelow(folder, entries).filter(isPart)) {
    const bytes = readFileSync(join(folder, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

function filesBelow(folder, entries) {
  return entries
    .map((entry) => join(folder, entry))
    .filter((path) => existsSync(path))
    .flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : [path]))
    .map((path) => relative(folder, path).split(sep).join('/'))
    .sort();
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
