import type { Result } from '../../base/result';
import { newMemory } from '../extraction/extract-offline';
import { kindOfSentence } from '../extraction/kind-of-sentence';
import { type Memory, storable, writeMemory } from '../files/memory-file';
import { indexOf, type MemoryFolder, memoriesIn, type ReadMemory, writeFile } from '../files/memory-folder';
import { INDEX_NAME, isTeamName } from '../files/memory-path';
import { absoluteDates } from './absolute-dates';
import { CodeFacts } from './code-facts';
import { compareFacts } from './compare-facts';
import { type DreamRule, dreamRule } from './dream-gates';
import { factsOf, isNewer, type MemoryFact, saidMs, withFacts, withoutFact } from './memory-facts';
import { entryOf, type IndexRepair, OLDER_NAME, repairIndex } from './repair-index';

export interface DreamInput {
  readonly folder: MemoryFolder;
  readonly nowMs: number;
  /** The files of the workspace, by their paths below it. */
  readonly code?: ReadonlyMap<string, string>;
  /** If not, a file that is not among them may exist all the same. */
  readonly isCodeWhole?: boolean;
  /** Of the last dream: daily logs before it were looked through. */
  readonly sinceMs?: number;
  readonly rule?: Pick<DreamRule, 'indexLines' | 'indexBytes' | 'entryCharacters'>;
}

export type DreamAction =
  | { readonly type: 'from-log'; readonly file: string; readonly log: string }
  | { readonly type: 'dated'; readonly file: string; readonly from: string; readonly to: string }
  /** Everything that it says is in the other one. */
  | { readonly type: 'merged'; readonly file: string; readonly into: string }
  | {
      readonly type: 'dropped';
      readonly file: string;
      readonly text: string;
      readonly why: 'newer-memory' | 'code';
      /** The memory or the file that contradicts it. */
      readonly by: string;
    }
  /** A model changed it, or removed it. */
  | { readonly type: 'rewritten' | 'removed'; readonly file: string }
  | { readonly type: 'corrected'; readonly file: string; readonly from: string; readonly to: string }
  | IndexRepair;

export interface Dream {
  readonly folder: MemoryFolder;
  readonly actions: readonly DreamAction[];
}

/**
 * [D3] A consolidation by rules. It only drops what something newer or the code contradicts, and what another memory says
 * as well:
 *
 *   logs ─▶ dates ─▶ contradictions ─▶ code ─▶ duplicates ─▶ index
 */
export function consolidateOffline({
  folder,
  nowMs,
  code = new Map(),
  isCodeWhole = true,
  sinceMs = 0,
  rule = dreamRule,
}: DreamInput): Dream {
  const work = new Consolidation(folder, nowMs);
  work.takeLogs(sinceMs);
  work.dateAll();
  work.settle();
  work.compareWith(new CodeFacts(code, isCodeWhole));
  work.merge();
  const { folder: repaired, repairs } = repairIndex(work.folder, rule, nowMs);
  return { folder: repaired, actions: [...work.actions, ...repairs] };
}

class Consolidation {
  readonly actions: DreamAction[] = [];

  constructor(
    public folder: MemoryFolder,
    private readonly nowMs: number,
  ) {}

  /** [U2] Without those of the team, which others have, too: what one of them removes comes back with the next pull. */
  private get memories(): readonly ReadMemory[] {
    return memoriesIn(this.folder).memories.filter(({ file }) => file !== OLDER_NAME && !isTeamName(file));
  }

  /** What a daily log says that lasts, and no memory says. */
  takeLogs(sinceMs: number): void {
    for (const [log, { text, mtimeMs }] of this.folder.files) {
      const [, day] = /^logs\/.*?(\d{4}-\d\d-\d\d)\.md$/.exec(log) ?? [];
      if (day === undefined || mtimeMs <= sinceMs) continue;
      for (const { text: said } of factsOf({ file: log, body: text })) {
        const type = kindOfSentence(said);
        const isKnown = this.memories.some((memory) => factsOf(memory).some((fact) => isSame(said, fact.text)));
        if (type === undefined || isKnown) continue;
        const added = newMemory(this.folder, type, said, Date.parse(day));
        if (!added.ok) continue;
        this.folder = added.value.folder;
        this.actions.push({ type: 'from-log', file: added.value.file, log });
      }
    }
  }

  dateAll(): void {
    for (const memory of this.memories) {
      const saidAt = saidMs(memory);
      const body = absoluteDates(memory.body, saidAt);
      const description = absoluteDates(memory.description, saidAt);
      if (body.changes.length + description.changes.length === 0) continue;
      const now = { ...memory, body: body.text, description: description.text };
      if (!this.put(memory.file, now)) continue;
      this.enter(now);
      for (const { from, to } of body.changes) this.actions.push({ type: 'dated', file: memory.file, from, to });
    }
  }

  /** Of two facts that contradict each other, the one that was said later is true. */
  settle(): void {
    for (const [earlier, later] of contradictions(this.memories)) {
      this.drop(earlier, 'newer-memory', later.file);
    }
  }

  compareWith(code: CodeFacts): void {
    for (const memory of this.memories) {
      for (const fact of factsOf(memory)) {
        const objection = code.objection(fact.text);
        if (objection?.type === 'refuted' && memory.type !== 'feedback') this.drop(fact, 'code', objection.by);
        else if (objection?.type === 'moved') this.correct(memory.file, objection.from, objection.to);
      }
    }
  }

  /** What was merged may say what another one says. Each time, there is one memory less at least. */
  merge(): void {
    let before: number;
    do {
      before = this.folder.files.size;
      this.mergeFound();
    } while (this.folder.files.size < before);
  }

  private mergeFound(): void {
    const gone = new Set<string>();
    for (const [less, more] of duplicates(this.memories)) {
      if (gone.has(less.file) || gone.has(more.file)) continue;
      const now = this.memories.find(({ file }) => file === more.file);
      const other = this.memories.find(({ file }) => file === less.file);
      if (now === undefined || other === undefined) continue;
      const held = factsOf(now);
      const missing = factsOf(other).filter(({ text }) => !held.some((fact) => isSame(fact.text, text)));
      const body = withFacts(
        now.body,
        missing.map(({ text }) => text),
      );
      if (body !== now.body && !this.put(now.file, { ...now, body })) continue;
      gone.add(other.file);
      this.remove(other.file);
      this.actions.push({ type: 'merged', file: other.file, into: now.file });
    }
  }

  private drop({ file, text }: Pick<MemoryFact, 'file' | 'text'>, why: 'newer-memory' | 'code', by: string): void {
    const memory = this.memories.find((each) => each.file === file);
    const fact = memory === undefined ? undefined : factsOf(memory).find((each) => each.text === text);
    if (memory === undefined || fact === undefined) return;
    const body = withoutFact(memory, fact);
    // The reason of a rule says nothing without the rule.
    const isRuleOfReason = memory.type === 'feedback' && factsOf(memory)[0]?.text === text;
    if (body === undefined || (isRuleOfReason && /^\*\*Why:\*\*/m.test(memory.body))) this.remove(file);
    else {
      const said = factsOf({ file, body })[0]?.text ?? memory.description;
      const isDescribed = !isSame(memory.description, text);
      const now = { ...memory, body, description: isDescribed ? memory.description : said.slice(0, LONGEST_HOOK) };
      if (!this.put(file, now)) return;
      this.enter(now);
    }
    this.actions.push({ type: 'dropped', file, text, why, by });
  }

  private correct(file: string, from: string, to: string): void {
    const memory = this.memories.find((each) => each.file === file);
    if (memory === undefined) return;
    const body = memory.body.replaceAll(from, to);
    const now = { ...memory, body, description: memory.description.replaceAll(from, to) };
    if (body === memory.body || !this.put(file, now)) return;
    this.enter(now);
    this.actions.push({ type: 'corrected', file, from, to });
  }

  private put(file: string, memory: Memory): boolean {
    return this.write(writeFile(this.folder, file, writeMemory(storable(memory)), this.nowMs));
  }

  private write(written: Result<MemoryFolder>): boolean {
    if (written.ok) this.folder = written.value;
    return written.ok;
  }

  /** Its line in the index, if it has one. */
  private enter(memory: ReadMemory): void {
    const lines = indexOf(this.folder).split('\n');
    const now = lines.map((line) => (line.includes(`](${memory.file})`) ? entryOf(memory) : line)).join('\n');
    if (now !== lines.join('\n')) this.write(writeFile(this.folder, INDEX_NAME, now, this.nowMs));
  }

  private remove(file: string): void {
    const files = new Map(this.folder.files);
    files.delete(file);
    this.folder = { ...this.folder, files };
    const lines = indexOf(this.folder).split('\n');
    const left = lines.filter((line) => !line.includes(`](${file})`)).join('\n');
    if (left !== lines.join('\n')) this.write(writeFile(this.folder, INDEX_NAME, left, this.nowMs));
  }
}

const LONGEST_HOOK = 140;

function isSame(a: string, b: string): boolean {
  return a === b || compareFacts(a, b) === 'same';
}

type FactPair = readonly [earlier: MemoryFact, later: MemoryFact];

/** Facts that a fact of a newer memory contradicts. */
export function contradictions(memories: readonly ReadMemory[]): readonly FactPair[] {
  const found: FactPair[] = [];
  const told = memories.map((memory) => ({ memory, facts: factsOf(memory) }));
  for (const [place, { memory, facts }] of told.entries()) {
    for (const other of told.slice(place + 1)) {
      if (memory.mtimeMs === other.memory.mtimeMs && saidMs(memory) === saidMs(other.memory)) continue;
      const [old, now] = isNewer(memory, other.memory) ? [other.facts, facts] : [facts, other.facts];
      for (const earlier of old) {
        const later = now.find(({ text }) => isContradiction(text, earlier.text));
        if (later !== undefined) found.push([earlier, later]);
      }
    }
  }
  return found;
}

function isContradiction(later: string, earlier: string): boolean {
  const relation = compareFacts(later, earlier);
  return relation === 'other-value' || relation === 'opposite';
}

/** Memories of one type, of which one says what the other does. The first goes into the second. */
export function duplicates(memories: readonly ReadMemory[]): readonly (readonly [ReadMemory, ReadMemory])[] {
  const found: (readonly [ReadMemory, ReadMemory])[] = [];
  const told = memories.map((memory) => ({ memory, facts: factsOf(memory) }));
  for (const [place, one] of told.entries()) {
    for (const other of told.slice(place + 1)) {
      if (one.memory.type !== other.memory.type) continue;
      const [less, more] = one.facts.length <= other.facts.length ? [one, other] : [other, one];
      const isEqual = one.facts.length === other.facts.length;
      const [from, into] = isEqual && isNewer(less.memory, more.memory) ? [more, less] : [less, more];
      const isHeld = from.facts.every(({ text }) => into.facts.some((fact) => isSame(fact.text, text)));
      const isAbout = isSame(from.memory.description, into.memory.description);
      if (from.facts.length > 0 && (isHeld || isAbout)) found.push([from.memory, into.memory]);
    }
  }
  return found;
}
