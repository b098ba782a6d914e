import { type Memory, parseMemory, storable, writeMemory } from '../../../memory/files/memory-file';
import { saveMemory } from '../../../memory/files/memory-folder';
import { INDEX_NAME } from '../../../memory/files/memory-path';
import { dayInSight } from '../sight/date-in-sight';
import { type ErrandSight, having, havingAll, type Outcome } from '../sight/errand-sight';
import { glob, grep, type Move, type PlannedCall, read, write } from '../sight/move';
import { plainPath } from '../sight/tool-uses';
import { textRead } from './memory-text';
import type { Notes } from './notes';

/** A memory after it was compared with the repository. */
export interface VerifiedMemory {
  readonly memory: Memory;
  /** What was found, for the user; empty if the memory names nothing that can be looked for. */
  readonly says: string;
  /** It cannot be relied on. */
  readonly isRefuted: boolean;
}

/** What a memory names. */
interface Subject {
  readonly text: string;
  readonly isPath: boolean;
}

const PATH =
  /(?<![\w/.-])(?:[\w-]+\/)*[\w-]{2,}\.(?:md|awk|sh|txt|jsx?|tsx?|py|csv|json|go|rs|java|rb|html|css|toml|ya?ml|sql|c|h)(?![.:/-]?\w)/g;
const NAME = /`([A-Za-z_][\w-]{2,}|--[\w-]{2,})`/g;
const MAX_SUBJECTS = 4;
const REFUTED = 'No longer true: ';

export function isMarkedRefuted(says: string): boolean {
  return says.includes(REFUTED);
}

/**
 * [A6] Before anything relies on a memory: it is read, and what it names is looked for. What the repository says counts,
 * and the memory is corrected.
 *
 *   read ─▶ does it exist? ─▶ yes                                       ─▶ then
 *                          └▶ no ─▶ one file of that name ─▶ new path    ─▶ then
 *                                └▶ none                  ─▶ marked      ─▶ then, refuted
 */
export function verified({ at, root, notes }: Verifying, file: string, then: (found: VerifiedMemory) => Move): Move {
  const found = (memory: Memory, says: string, isRefuted: boolean) => {
    notes.add(says);
    return then({ memory, says, isRefuted });
  };
  const known = notes.find(`I checked ${file}: `, `${file} was wrong: `);
  // What was read may have been corrected since.
  const latest = parseMemory(at.sight.files.get(`${root}/${file}`)?.text ?? '');
  if (known !== undefined && latest.ok) return found(latest.value, known, isMarkedRefuted(latest.value.description));
  return having(at, `I look up ${file} before I rely on it.`, read(`${root}/${file}`), (outcome) => {
    const parsed = parseMemory(textRead(outcome));
    if (!parsed.ok) return found(unreadable, `${file} cannot be used: ${parsed.error}.`, true);
    const memory = parsed.value;
    const subjects = subjectsOf(memory);
    const isMarked = isMarkedRefuted(memory.description);
    if (known !== undefined) return found(memory, known, isMarked);
    if (subjects.length === 0 || isMarked) return found(memory, '', isMarked);
    const named = listed(subjects.map(({ text }) => text));
    const say = `${file} is of its time. Does it still hold? I look for ${named}.`;
    return havingAll(at, say, subjects.map(search), (outcomes) => {
      const missing = subjects.filter((_, place) => !isFound(outcomes[place]));
      if (missing.length > 0) return mended(at, { root, file, memory }, missing, found);
      const says = `I checked ${file}: ${named} still exist${subjects.length === 1 ? 's' : ''}.`;
      return found(memory, says, false);
    });
  });
}

export interface Verifying {
  readonly at: ErrandSight;
  /** The memory folder. */
  readonly root: string;
  readonly notes: Notes;
}

const unreadable: Memory = { name: '', description: '', type: 'project', body: '' };

function subjectsOf({ description, body }: Memory): readonly Subject[] {
  const text = `${description}\n${body}`.replace(/\bhttps?:\/\/\S+/g, ' ');
  const paths = [...new Set(text.match(PATH) ?? [])].map((path) => ({ text: path, isPath: true }));
  const names = [...text.matchAll(NAME)].map(([, name = '']) => name);
  return [...paths, ...[...new Set(names)].map((name) => ({ text: name, isPath: false }))].slice(0, MAX_SUBJECTS);
}

function search({ text, isPath }: Subject): PlannedCall {
  return isPath ? glob(text) : grep(text.replace(/-/g, '[-]'));
}

function isFound(outcome: Outcome | undefined): boolean {
  return outcome?.failed === false && !/^No (?:files match|matches found)/.test(outcome.text);
}

interface Stored {
  readonly root: string;
  readonly file: string;
  readonly memory: Memory;
}

function mended(
  at: ErrandSight,
  stored: Stored,
  missing: readonly Subject[],
  then: (memory: Memory, says: string, isRefuted: boolean) => Move,
): Move {
  const { root, file, memory } = stored;
  const named = listed(missing.map(({ text }) => text));
  const searches = missing.flatMap(({ text, isPath }) => (isPath ? glob(`**/${text.replace(/^.*\//, '')}`) : []));
  const say = `${named} ${missing.length === 1 ? 'does' : 'do'} not exist any more. Was it moved?`;
  return havingAll(at, say, [read(`${root}/${INDEX_NAME}`), ...searches], ([index, ...found]) => {
    const moved = missing
      .filter(({ isPath }) => isPath)
      .flatMap(({ text }, place) => {
        const [now, ...others] = filesIn(found[place]);
        return now === undefined || others.length > 0 ? [] : [{ old: text, now }];
      });
    const isRefuted = moved.length < missing.length;
    const corrected = isRefuted ? refuted(at, memory, named) : withPaths(at, memory, moved);
    const list = indexWith(stored, corrected, textRead(index));
    const writes = [write(`${root}/${file}`, writeMemory(corrected)), write(`${root}/${INDEX_NAME}`, list)];
    const what = isRefuted
      ? `nothing here is named ${named}`
      : moved.map(({ old, now }) => `${old} is now ${now}`).join(', ');
    return havingAll(at, `I trust what I see: ${what}. I correct ${file}.`, writes, (written) => {
      const failed = written.find((each) => each.failed);
      const outcome =
        failed === undefined ? 'and corrected the memory' : `but the memory could not be corrected: ${failed.text}`;
      return then(corrected, `${file} was wrong: ${what}. I trusted the repository, ${outcome}.`, isRefuted);
    });
  });
}

function filesIn(outcome: Outcome | undefined): readonly string[] {
  if (outcome === undefined || outcome.failed) return [];
  return outcome.text
    .split('\n')
    .filter((line) => line.startsWith('/'))
    .map(plainPath);
}

/** Without the old path: it would be looked for again. */
function withPaths(
  at: ErrandSight,
  memory: Memory,
  moved: readonly { readonly old: string; readonly now: string }[],
): Memory {
  const now = (text: string) => moved.reduce((sum, each) => sum.replaceAll(each.old, each.now), text);
  const body = `${now(memory.body)}\n\nCorrected${onDay(at)}: the file was moved.`;
  return storable({ ...memory, description: now(memory.description), body });
}

function refuted(at: ErrandSight, memory: Memory, named: string): Memory {
  const body = `${memory.body}\n\nNo longer true${onDay(at)}: ${named} could not be found.`;
  return storable({ ...memory, description: `${REFUTED}${memory.description}`, body });
}

function onDay({ sight }: ErrandSight): string {
  const day = dayInSight(sight);
  return day === 0 ? '' : ` on ${new Date(day).toISOString().slice(0, 10)}`;
}

/** The index with the new line of the memory; as it is if that cannot be. */
function indexWith({ root, file }: Stored, corrected: Memory, index: string): string {
  const files = new Map([[INDEX_NAME, { text: index, mtimeMs: 0 }]]);
  const saved = saveMemory({ root, files }, file, corrected, 0);
  return saved.ok ? (saved.value.files.get(INDEX_NAME)?.text ?? index) : index;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
