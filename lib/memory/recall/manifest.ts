import { firstLines } from '../files/cut-text';
import { oneLine, parseMemory } from '../files/memory-file';
import type { MemoryFolder } from '../files/memory-folder';
import { isIndexName } from '../files/memory-path';
import { isMemoryType, type MemoryType } from '../files/memory-type';

/** [R1] How much of a folder is looked through at a prompt. */
export const MAX_CANDIDATES = 200;
export const LINES_LOOKED_AT = 30;

/** [R1] A memory as the selection sees it. */
export interface Candidate {
  readonly file: string;
  readonly mtimeMs: number;
  /** The first lines of the file. */
  readonly head: string;
  /** Missing if its front matter cannot be read. */
  readonly type?: MemoryType;
  readonly name?: string;
  readonly description: string;
}

const LONGEST_DESCRIPTION = 200;

/** [R1] The latest memories first; of the same time, by name. */
export function candidatesIn({ files }: MemoryFolder, most = MAX_CANDIDATES): readonly Candidate[] {
  return [...files]
    .filter(([file]) => !isIndexName(file) && /\.md$/i.test(file))
    .sort(([a, { mtimeMs: one }], [b, { mtimeMs: other }]) => other - one || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([file, { text, mtimeMs }]) => {
      const head = firstLines(text, LINES_LOOKED_AT);
      // A longer file has a body after these lines: only its fields are of interest.
      const memory = parseMemory(`${head}\n…`);
      if (!memory.ok) return { file, mtimeMs, head, description: oneLine(head).slice(0, LONGEST_DESCRIPTION) };
      const { type, name, description } = memory.value;
      return { file, mtimeMs, head, type, name, description };
    });
}

/** `- [type] file (time): description`, one a line. */
export function manifestText(candidates: readonly Candidate[]): string {
  return candidates
    .map(({ file, mtimeMs, type, description }) => {
      const time = new Date(mtimeMs).toISOString();
      return `- ${type === undefined ? '' : `[${type}] `}${file} (${time}): ${description}`;
    })
    .join('\n');
}

const MANIFEST_LINE = /^- (?:\[(\w+)\] )?(.+?) \((\d{4}-\d\d-\d\dT[\d:.]+Z)\): ([\s\S]*)$/;

/** What a manifest says of its memories, for a model that has nothing else of them. */
export function manifestIn(text: string): readonly Candidate[] {
  return text.split('\n').flatMap((line) => {
    const [, type = '', file, time = '', description = ''] = MANIFEST_LINE.exec(line) ?? [];
    if (file === undefined) return [];
    const mtimeMs = Date.parse(time);
    return [{ file, mtimeMs, head: description, description, ...(isMemoryType(type) ? { type } : {}) }];
  });
}
