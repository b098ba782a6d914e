import { readFileSync } from 'node:fs';

/** The value in a file, or undefined when the file is absent or damaged. */
export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
