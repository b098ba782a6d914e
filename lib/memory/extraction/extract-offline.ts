import { ok, type Result } from '../../base/result';
import { userRules } from '../../fidelity/rules/user-rules';
import { contentWords } from '../../fidelity/text/content-words';
import { namedChanges, numberChanges } from '../../fidelity/values/value-changes';
import type { Message } from '../../transcript/transcript';
import { type Memory, oneLine } from '../files/memory-file';
import { type MemoryFolder, memoriesIn, type ReadMemory, saveMemory } from '../files/memory-folder';
import type { MemoryType } from '../files/memory-type';
import { isInFiles, isInInstructions, saidBy } from './already-known';
import { kindOfSentence, toRemember } from './kind-of-sentence';
import { type UserSentence, userSentences } from './said-by-user';

export interface ExtractionInput {
  /** The session so far. */
  readonly messages: readonly Message[];
  /** [A8] Indices of those behind the cursor. */
  readonly wanted: readonly number[];
  /** CLAUDE.md and what it includes. */
  readonly instructions: string;
  readonly folder: MemoryFolder;
  readonly nowMs: number;
}

/** A sentence that became a memory, or changed one. */
export interface KeptMemory {
  readonly file: string;
  readonly type: MemoryType;
  readonly action: 'created' | 'changed';
  /** Where it was said. */
  readonly from: UserSentence;
}

export interface LeftOut {
  readonly from: UserSentence;
  readonly why: 'instructions' | 'code' | 'known' | 'many' | 'not-written';
}

export interface Extraction {
  readonly folder: MemoryFolder;
  readonly kept: readonly KeptMemory[];
  readonly leftOut: readonly LeftOut[];
}

/** A conversation that states more at once is pasted text. */
const MAX_KEPT = 10;

/** [A2] [A3] Memories by rules, without a model: what the user said about themselves, the work, aims and places. */
export function extractOffline({ messages, wanted, instructions, folder, nowMs }: ExtractionInput): Extraction {
  let current = folder;
  const kept: KeptMemory[] = [];
  const leftOut: LeftOut[] = [];
  for (const from of userSentences(messages, wanted)) {
    const asked = toRemember(from.text);
    const text = asked ?? from.text;
    const type = kindOfSentence(text) ?? (asked === undefined ? undefined : 'project');
    if (type === undefined) continue;
    const leave = (why: LeftOut['why']) => leftOut.push({ from, why });
    if (isInInstructions(text, instructions)) {
      leave('instructions');
      continue;
    }
    const mayBeCode = asked === undefined && (type === 'project' || type === 'reference');
    if (mayBeCode && isInFiles(text, messages)) {
      leave('code');
      continue;
    }
    if (kept.length >= MAX_KEPT) {
      leave('many');
      continue;
    }
    const saved = rememberOffline(current, text, type, nowMs);
    if (!saved.ok) {
      leave('not-written');
      continue;
    }
    const { folder: next, file, action } = saved.value;
    if (action === 'known') {
      leave('known');
      continue;
    }
    current = next;
    kept.push({ file, type, action, from });
  }
  return { folder: current, kept, leftOut };
}

export interface Remembered {
  readonly folder: MemoryFolder;
  readonly file: string;
  /** `known`: a memory says it already. */
  readonly action: 'created' | 'changed' | 'known';
}

/** [A6] Saves a text as a memory of its own, or in place of the memory on the same subject. */
export function rememberOffline(
  folder: MemoryFolder,
  text: string,
  type: MemoryType,
  nowMs: number,
): Result<Remembered> {
  const same = sameSubject(memoriesIn(folder).memories, type, text);
  if (same?.as === 'same') return ok({ folder, file: same.memory.file, action: 'known' });
  const memory = memoryOf(type, text, nowMs);
  const file = same?.memory.file ?? freeName(folder, type, text);
  const saved = saveMemory(folder, file, same === undefined ? memory : { ...memory, name: same.memory.name }, nowMs);
  return saved.ok ? ok({ folder: saved.value, file, action: same === undefined ? 'created' : 'changed' }) : saved;
}

/** Saves a text as a memory of its own, whatever there is. */
export function newMemory(
  folder: MemoryFolder,
  type: MemoryType,
  text: string,
  nowMs: number,
): Result<Omit<Remembered, 'action'>> {
  const file = freeName(folder, type, text);
  const saved = saveMemory(folder, file, memoryOf(type, text, nowMs), nowMs);
  return saved.ok ? ok({ folder: saved.value, file }) : saved;
}

interface SameSubject {
  readonly memory: ReadMemory;
  readonly as: 'same' | 'changed';
}

/** A memory that says the same, or whose value this sentence replaces. */
function sameSubject(memories: readonly ReadMemory[], type: MemoryType, text: string): SameSubject | undefined {
  const changes = [...namedChanges(text), ...numberChanges(text)];
  let about: SameSubject | undefined;
  for (const memory of memories) {
    if (memory.type !== type) continue;
    if (changes.some(({ old }) => contentWords(memory.body).some(({ word }) => word === old.toLowerCase()))) {
      return { memory, as: 'changed' };
    }
    const as = saidBy(`${memory.description}\n${memory.body}`, text, type === 'project' || type === 'reference');
    if (as === 'same') return { memory, as };
    if (as === 'changed') about ??= { memory, as };
  }
  return about;
}

const LONGEST_DESCRIPTION = 140;
const FEWEST_WORDS_OF_NAME = 2;
const MOST_WORDS_OF_NAME = 6;
const LONGEST_WORD_OF_NAME = 24;

function memoryOf(type: MemoryType, text: string, nowMs: number): Memory {
  const said = oneLine(text);
  const description =
    said.length <= LONGEST_DESCRIPTION ? said : `${said.slice(0, LONGEST_DESCRIPTION - 1).trimEnd()}…`;
  const day = nowMs > 0 ? `\n\nSaid by the user on ${dayOf(nowMs)}.` : '';
  return { name: nameOf(text), description, type, body: `${type === 'feedback' ? ruleBody(said) : said}${day}` };
}

/** “Tomorrow” and “Thursday” only mean something with the day on which they were said. */
function dayOf(timeMs: number): string {
  const date = new Date(timeMs);
  const weekday = date.toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' });
  return `${weekday}, ${date.toISOString().slice(0, 10)}`;
}

const REASON = /[,;:]?(?<!\s)\s+(?:because|since|as otherwise|so that|otherwise)\s+(?!\s)(.{8,})$|;\s+(?!\s)(.{8,})$/i;

/** [A2] The rule, then why, then how to apply it. */
function ruleBody(said: string): string {
  const [found, because, after] = reasonIn(said);
  const rule = found === undefined ? said : said.slice(0, -found.length);
  const why = (because ?? after ?? 'The user asked for it without a reason.').replace(/^./u, (first) =>
    first.toUpperCase(),
  );
  const polarity = userRules(said)[0]?.polarity ?? 'do';
  return `${rule}\n\n**Why:** ${why}\n**How to apply:** ${APPLY[polarity]}`;
}

/** What follows a semicolon may be a second rule. */
function reasonIn(said: string): readonly (string | undefined)[] {
  const found = REASON.exec(said);
  return found === null || (found[2] !== undefined && userRules(found[2]).length > 0) ? [] : found;
}

const APPLY = {
  do: 'Do it without being told again.',
  'do-not': 'Do not do it. If it seems necessary, ask first.',
  limit: 'Stay within it until the user lifts it.',
} as const;

/** Values change, the name of a memory stays: it is made of other words, if there are enough. */
function nameOf(text: string): string {
  const all = contentWords(text);
  const plain = all.filter(({ isExact }) => !isExact);
  const words = (plain.length >= FEWEST_WORDS_OF_NAME ? plain : all).flatMap(({ start, end }) => {
    const word = text
      .slice(start, end)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-');
    return word.replace(/^-+|(?<!-)-+$/g, '').slice(0, LONGEST_WORD_OF_NAME) || [];
  });
  return words.slice(0, MOST_WORDS_OF_NAME).join('-') || 'memory';
}

function freeName({ files }: MemoryFolder, type: MemoryType, text: string): string {
  const name = `${type}-${nameOf(text)}`;
  let file = `${name}.md`;
  for (let count = 2; files.has(file); count++) file = `${name}-${count}.md`;
  return file;
}
