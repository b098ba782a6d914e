import { SaidText } from '../../fidelity/text/said-text';
import { utf8Bytes } from '../../tokens/text-size';
import { oneLine, storable, writeMemory } from '../files/memory-file';
import { indexOf, type MemoryFolder, memoriesIn, type ReadMemory, writeFile } from '../files/memory-folder';
import { checkIndex, indexLine } from '../files/memory-index';
import { INDEX_NAME, isTeamName, memoryName } from '../files/memory-path';
import type { DreamRule } from './dream-gates';
import { saidMs, withFacts } from './memory-facts';

/** Lists the memories for which the index has no room. */
export const OLDER_NAME = 'older-memories.md';

export type IndexRepair =
  | { readonly type: 'dead-link'; readonly target: string }
  | { readonly type: 'listed'; readonly file: string }
  /** What an entry said at length is in its topic now. */
  | { readonly type: 'moved'; readonly file: string; readonly characters: number }
  /** [A4] No room in the index: listed in a file of their own. */
  | { readonly type: 'grouped'; readonly files: number };

export interface RepairedIndex {
  readonly folder: MemoryFolder;
  readonly repairs: readonly IndexRepair[];
}

type Limits = Pick<DreamRule, 'indexLines' | 'indexBytes' | 'entryCharacters'>;

const ENTRY = /^\s*[-*+]\s+\[([^\]\n]{0,300})\]\(([^)\s]{1,300})\)(?:\s*(?:—|–|-|:)\s*(?!\s))?([^\n]*)$/;
const SAID = 0.8;

/** [D3] An index without dead links and long entries, that fits, and in which every memory is. */
export function repairIndex(before: MemoryFolder, limits: Limits, nowMs: number): RepairedIndex {
  const repairs: IndexRepair[] = [];
  let folder = before;
  const lines: string[] = [];
  const listed = new Set<string>();
  for (const line of indexOf(before).split('\n')) {
    const [, title = '', target, hook = ''] = ENTRY.exec(line) ?? [];
    if (target === undefined || /^[a-z][a-z0-9+.-]*:\/\//i.test(target)) {
      const kept = shortLine(folder, line, limits, nowMs);
      if (kept.moved !== undefined) repairs.push(kept.moved);
      folder = kept.folder;
      if (kept.line !== undefined) lines.push(kept.line);
      continue;
    }
    const name = nameIn(target, folder);
    if (name === undefined || !folder.files.has(name)) {
      repairs.push({ type: 'dead-link', target });
      continue;
    }
    if (listed.has(name)) continue;
    listed.add(name);
    if (line.length <= limits.entryCharacters) {
      lines.push(line.trimEnd());
      continue;
    }
    folder = withDetails(folder, name, hook, nowMs);
    repairs.push({ type: 'moved', file: name, characters: line.length });
    lines.push(indexLine(title, name, hook));
  }
  const memories = new Map(memoriesIn(folder).memories.map((memory) => [memory.file, memory]));
  const { unlisted } = checkIndex(lines.join('\n'), [...folder.files.keys()], folder.root);
  for (const file of unlisted) {
    const memory = memories.get(file);
    if (memory === undefined || file === OLDER_NAME || isTeamName(file) || isGrouped(folder, file)) continue;
    repairs.push({ type: 'listed', file });
    lines.push(entryOf(memory));
  }
  return fitted({ folder, repairs, lines, limits, nowMs });
}

export function entryOf({ name, file, description }: ReadMemory): string {
  return indexLine(name.replaceAll('-', ' '), file, description);
}

function nameIn(target: string, { root }: MemoryFolder): string | undefined {
  const name = memoryName(target, root);
  return name.ok ? name.value : undefined;
}

/** A text without a link: of more than a sentence, it is a memory and no entry. */
function shortLine(
  folder: MemoryFolder,
  line: string,
  { entryCharacters }: Limits,
  nowMs: number,
): { readonly folder: MemoryFolder; readonly line?: string; readonly moved?: IndexRepair } {
  if (line.length <= entryCharacters) return line.trim() === '' ? { folder } : { folder, line: line.trimEnd() };
  const text = oneLine(line.replace(/^\s*[-*+]\s+/, ''));
  const file = freeName(folder, 'project-from-index');
  const description = `${text.slice(0, 120).trimEnd()}…`;
  const memory = storable({ name: file.replace(/\.md$/, ''), description, type: 'project', body: text });
  const written = writeFile(folder, file, writeMemory(memory), nowMs);
  if (!written.ok) return { folder, line };
  const moved: IndexRepair = { type: 'moved', file, characters: line.length };
  return { folder: written.value, line: indexLine(memory.name.replaceAll('-', ' '), file, description), moved };
}

/** What only the index said is said by the topic, too. */
function withDetails(folder: MemoryFolder, file: string, hook: string, nowMs: number): MemoryFolder {
  const memory = memoriesIn(folder).memories.find((each) => each.file === file);
  if (memory === undefined || hook.trim() === '') return folder;
  const [said] = new SaidText(`${memory.description}\n${memory.body}`).about(hook);
  if (memory.body.includes(hook.trim()) || (said !== undefined && said.share >= SAID && said.hasAllExact))
    return folder;
  const body = withFacts(memory.body, [hook.trim()]);
  const written = writeFile(folder, file, writeMemory({ ...memory, body }), nowMs);
  return written.ok ? written.value : folder;
}

function freeName({ files }: MemoryFolder, start: string): string {
  let file = `${start}.md`;
  for (let count = 2; files.has(file); count++) file = `${start}-${count}.md`;
  return file;
}

interface Filling {
  readonly folder: MemoryFolder;
  readonly repairs: readonly IndexRepair[];
  readonly lines: readonly string[];
  readonly limits: Limits;
  readonly nowMs: number;
}

/** [A4] The oldest memories move into a list of their own, until the index fits. */
function fitted({ folder, repairs, lines, limits, nowMs }: Filling): RepairedIndex {
  const grouped = isListed(folder) ? groupedEntries(folder) : [];
  const alive = grouped.filter((line) => folder.files.has(ENTRY.exec(line)?.[2] ?? ''));
  const age = new Map(memoriesIn(folder).memories.map((memory) => [memory.file, saidMs(memory)]));
  const own = lines.filter((line) => ENTRY.exec(line)?.[2] !== OLDER_NAME);
  const oldest = own
    .flatMap((line) => {
      const [, , target = ''] = ENTRY.exec(line) ?? [];
      const ms = age.get(target);
      return ms === undefined ? [] : [{ line, ms }];
    })
    .sort((a, b) => a.ms - b.ms || (a.line < b.line ? -1 : 1));
  const leaving = new Set<string>();
  const note = indexLine('older memories', OLDER_NAME, 'memories for which the index has no room');
  const textOf = () => {
    const left = own.filter((line) => !leaving.has(line));
    return [...left, ...(leaving.size + alive.length > 0 ? [note] : [])];
  };
  for (const { line } of oldest) {
    const now = textOf();
    if (now.length <= limits.indexLines && utf8Bytes(now.join('\n')) <= limits.indexBytes) break;
    leaving.add(line);
  }
  let result = folder;
  if (leaving.size > 0 || (grouped.length > 0 && alive.length < grouped.length)) {
    const body = [...alive, ...oldest.flatMap(({ line }) => (leaving.has(line) ? [line] : []))].join('\n');
    const text = body === '' ? 'There are none.' : body;
    const memory = storable({
      name: 'older-memories',
      description: 'Lists the memories for which the index has no room',
      type: 'reference',
      body: text,
    });
    const written = writeFile(result, OLDER_NAME, writeMemory(memory), nowMs);
    if (written.ok) result = written.value;
  }
  const index = `${textOf().join('\n')}\n`;
  if (index.trim() !== indexOf(result).trim()) {
    const written = writeFile(result, INDEX_NAME, index, nowMs);
    if (written.ok) result = written.value;
  }
  return {
    folder: result,
    repairs: leaving.size === 0 ? repairs : [...repairs, { type: 'grouped', files: leaving.size }],
  };
}

function isListed({ files }: MemoryFolder): boolean {
  return files.has(OLDER_NAME);
}

function groupedEntries({ files }: MemoryFolder): readonly string[] {
  return (files.get(OLDER_NAME)?.text ?? '').split('\n').filter((line) => ENTRY.test(line));
}

function isGrouped(folder: MemoryFolder, file: string): boolean {
  return groupedEntries(folder).some((line) => ENTRY.exec(line)?.[2] === file);
}
