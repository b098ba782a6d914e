import type { FileActions } from '../../fidelity/files/file-actions';
import { type Entry, entriesIn } from './note-entries';
import { oneLine } from './quoted';
import type { ReadFile } from './read-files';

const LONGEST_PATH = 300;
const DEEDS = ['created', 'changed', 'read', 'deleted'] as const;
const ENTRY = /^- ([^\n]*): ((?:created|changed|read|deleted|, )+)(?:; defines ([\s\S]*))?$/;

/** Without the count: an earlier note may have counted the same. */
export function fileEntry(file: FileActions, files: readonly ReadFile[]): Entry {
  const deeds = DEEDS.filter((deed) => file[deed] > 0);
  const defines = files.find(({ path }) => path === file.path)?.defines ?? [];
  return written(oneLine(file.path, LONGEST_PATH), deeds, defines.join(', '));
}

/** The files of an earlier note; other lines are kept unchanged. */
export function readAsFiles(body: string): Entry[] {
  return entriesIn(body, (line) => ENTRY.exec(line)?.[1] ?? line);
}

/** All actions on it, before and now. */
export function joinedFiles(before: Entry, now: Entry): Entry {
  const [, , hadDeeds = '', hadDefined = ''] = ENTRY.exec(before.text) ?? [];
  const [, , deeds = '', defined = ''] = ENTRY.exec(now.text) ?? [];
  const all = new Set([...hadDeeds.split(', '), ...deeds.split(', ')]);
  return written(
    now.key,
    DEEDS.filter((deed) => all.has(deed)),
    defined === '' ? hadDefined : defined,
  );
}

function written(path: string, deeds: readonly string[], defines: string): Entry {
  return { key: path, text: `- ${path}: ${deeds.join(', ')}${defines === '' ? '' : `; defines ${defines}`}` };
}
