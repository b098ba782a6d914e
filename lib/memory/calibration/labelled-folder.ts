import { fail, ok, type Result } from '../../base/result';
import { writeMemory } from '../files/memory-file';
import type { MemoryFolder, StoredFile } from '../files/memory-folder';
import { indexLine } from '../files/memory-index';
import { INDEX_NAME } from '../files/memory-path';
import { isMemoryType } from '../files/memory-type';

/** A memory folder with faults that a person planted. */
export interface LabelledFolder {
  readonly title: string;
  readonly folder: MemoryFolder;
  readonly code: ReadonlyMap<string, string>;
  readonly nowMs: number;
  /** What has to be there afterwards: true facts. */
  readonly keep: readonly string[];
  /** What must not. */
  readonly gone: readonly string[];
  /** How many of each fault there are. */
  readonly faults: Readonly<Record<string, number>>;
}

const PART = /^--- (memory|index|code|log|many|keep|gone|faults)(?: (.+))?\n/gm;
const ROOT = '/home/agent/.claude/projects/-workspace/memory';

/**
 * Folders under `# title`: `now day`, then parts that start with `--- memory file type day`, `--- index`, `--- code path`,
 * `--- log day`, `--- many number` (of made-up memories), `--- keep`, `--- gone` and `--- faults kind=number …`.
 */
export function labelledFolders(text: string): Result<readonly LabelledFolder[]> {
  const folders: LabelledFolder[] = [];
  for (const piece of text.split(/^# (?=.+\nnow )/m).slice(1)) {
    const folder = folderIn(piece);
    if (!folder.ok) return folder;
    folders.push(folder.value);
  }
  return folders.length === 0 ? fail('no folder: each starts with a line “# title”') : ok(folders);
}

function folderIn(piece: string): Result<LabelledFolder> {
  const [head = '', ...parts] = `${piece.trimEnd()}\n`.split(PART);
  const [title = '', now = ''] = head.split('\n');
  const nowMs = Date.parse(now.replace(/^now /, ''));
  if (!Number.isFinite(nowMs)) return fail(`${title}: the second line must be “now” and a day`);
  const files = new Map<string, StoredFile>();
  const code = new Map<string, string>();
  const entries: string[] = [];
  let index: string | undefined;
  const listed: Record<'keep' | 'gone', string[]> = { keep: [], gone: [] };
  let faults: Readonly<Record<string, number>> = {};
  for (let at = 0; at < parts.length; at += 3) {
    const [kind = '', given = '', body = ''] = parts.slice(at, at + 3);
    const text = body.trim();
    if (kind === 'memory') {
      const [file = '', type = '', day = ''] = given.split(' ');
      if (!isMemoryType(type)) return fail(`${title}: “${type}” is no type of memory`);
      const name = file.replace(/\.md$/, '');
      const description = text.split('\n')[0] ?? '';
      files.set(file, { text: writeMemory({ name, description, type, body: text }), mtimeMs: Date.parse(day) });
      entries.push(indexLine(name.replaceAll('-', ' '), file, description));
    } else if (kind === 'many') {
      for (let number = 1; number <= Number(given); number++) {
        const file = `project-room-${number}.md`;
        const fact = `The key of room ${number} hangs at hook H${number}.`;
        const memory = { name: `room-${number}`, description: fact, type: 'project', body: fact } as const;
        files.set(file, { text: writeMemory(memory), mtimeMs: nowMs - (Number(given) - number + 1) * 3_600_000 });
        entries.push(indexLine(`room ${number}`, file, fact));
        listed.keep.push(fact);
      }
    } else if (kind === 'index') index = `${text}\n`;
    else if (kind === 'code') code.set(given, `${text}\n`);
    else if (kind === 'log') {
      const name = `logs/${given.slice(0, 4)}/${given.slice(5, 7)}/${given}.md`;
      files.set(name, { text: `${text}\n`, mtimeMs: Date.parse(given) });
    } else if (kind === 'faults') faults = faultsIn(given);
    else if (kind === 'keep' || kind === 'gone') listed[kind].push(...text.split('\n'));
  }
  files.set(INDEX_NAME, { text: index ?? `${entries.join('\n')}\n`, mtimeMs: nowMs - 3_600_000 });
  return ok({ title, folder: { root: ROOT, files }, code, nowMs, ...listed, faults });
}

function faultsIn(given: string): Readonly<Record<string, number>> {
  return Object.fromEntries(
    given.split(' ').flatMap((each) => {
      const [name = '', count] = each.split('=');
      return name === 'none' ? [] : [[name, Number(count)] as const];
    }),
  );
}
