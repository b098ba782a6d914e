import { contentWords } from '../../fidelity/text/content-words';
import { SaidText } from '../../fidelity/text/said-text';
import { exactValues } from '../../fidelity/values/exact-values';
import { textHolds } from '../../fidelity/values/held-text';
import { utf8Bytes } from '../../tokens/text-size';
import { indexOf, type MemoryFolder, memoriesIn } from '../files/memory-folder';
import { checkIndex } from '../files/memory-index';
import { INDEX_NAME, isTeamName } from '../files/memory-path';
import { absoluteDates } from './absolute-dates';
import { CodeFacts } from './code-facts';
import { compareFacts } from './compare-facts';
import { contradictions, duplicates } from './consolidate-offline';
import { type DreamRule, dreamRule } from './dream-gates';
import { factsOf, type MemoryFact, saidMs } from './memory-facts';
import { OLDER_NAME } from './repair-index';

/** What is wrong with a folder. */
export interface FolderFaults {
  readonly memories: number;
  readonly duplicates: number;
  readonly contradictions: number;
  /** Facts that the workspace contradicts. */
  readonly refuted: number;
  readonly relativeDates: number;
  readonly deadLinks: number;
  readonly unlisted: number;
  readonly longEntries: number;
  /** [A4] The index is longer than a session gets of it. */
  readonly isOverfull: boolean;
  readonly indexLines: number;
  readonly indexBytes: number;
}

/** A fact that is not there any longer, or that nothing before says. */
export interface ScoredFact {
  readonly file: string;
  readonly text: string;
  /** [K1] Its exact values that are gone, or new. */
  readonly values: readonly string[];
}

export interface DreamScores {
  readonly before: FolderFaults;
  readonly after: FolderFaults;
  readonly facts: number;
  /** [K1] Over the folder: no memory says them any longer, though neither a newer one nor the code contradicts them. */
  readonly lost: readonly ScoredFact[];
  /** Not there any longer, and contradicted by a newer memory or the code. */
  readonly refuted: readonly ScoredFact[];
  /** They have a value that no memory, log, file or session before had. */
  readonly changed: readonly ScoredFact[];
}

interface Surroundings {
  /** The files of the workspace. */
  readonly code?: ReadonlyMap<string, string>;
  readonly isCodeWhole?: boolean;
  /** Other texts that the dream has seen, such as excerpts of sessions. */
  readonly sources?: readonly string[];
  readonly rule?: Pick<DreamRule, 'indexLines' | 'indexBytes' | 'entryCharacters'>;
}

const SAID = 0.8;

export function folderFaults(
  folder: MemoryFolder,
  { code = new Map(), isCodeWhole = true, rule = dreamRule }: Surroundings = {},
): FolderFaults {
  const memories = memoriesOf(folder);
  const facts = memories.flatMap((memory) => factsOf(memory).map((fact) => ({ fact, memory })));
  const workspace = new CodeFacts(code, isCodeWhole);
  const index = indexOf(folder).trim();
  const lines = index === '' ? [] : index.split('\n');
  const grouped = folder.files.get(OLDER_NAME)?.text ?? '';
  const { deadLinks, outside } = checkIndex(index, [...folder.files.keys()], folder.root);
  const { unlisted } = checkIndex(`${index}\n${grouped}`, [...folder.files.keys()], folder.root);
  const isMemory = new Set(memories.map(({ file }) => file));
  const bytes = utf8Bytes(index);
  return {
    memories: memories.length,
    duplicates: duplicates(memories).length,
    contradictions: contradictions(memories).length,
    refuted: facts.filter(({ fact, memory }) => {
      const objection = workspace.objection(fact.text);
      return objection?.type === 'moved' || (objection !== undefined && memory.type !== 'feedback');
    }).length,
    relativeDates: memories.reduce((sum, memory) => sum + absoluteDates(memory.body, saidMs(memory)).changes.length, 0),
    deadLinks: deadLinks.length + outside.length,
    unlisted: unlisted.filter((file) => isMemory.has(file)).length,
    longEntries: lines.filter((line) => line.length > rule.entryCharacters).length,
    isOverfull: lines.length > rule.indexLines || bytes > rule.indexBytes,
    indexLines: lines.length,
    indexBytes: bytes,
  };
}

/** What a dream did to a folder, whoever dreamt. */
export function dreamScores(before: MemoryFolder, after: MemoryFolder, around: Surroundings = {}): DreamScores {
  const { code = new Map(), isCodeWhole = true, sources = [] } = around;
  const olds = memoriesOf(before);
  const news = memoriesOf(after);
  const facts = olds.flatMap((memory) => factsOf(memory).map((fact) => ({ fact, saidAt: saidMs(memory) })));
  const held = new HeldFacts(news.map(({ body, description }) => `${description}\n${body}`).join('\n'));
  const workspace = new CodeFacts(code, isCodeWhole);
  const contradicted = new Set(contradictions(olds).map(([{ file, text }]) => `${file}\n${text}`));
  const lost: ScoredFact[] = [];
  const refuted: ScoredFact[] = [];
  for (const { fact, saidAt } of facts) {
    const dated = absoluteDates(fact.text, saidAt).text;
    if (held.says(fact.text) || (dated !== fact.text && held.says(dated))) continue;
    const objection = workspace.objection(fact.text);
    const corrected = objection?.type === 'moved' ? dated.replaceAll(objection.from, objection.to) : undefined;
    if (corrected !== undefined && held.says(corrected)) continue;
    const scored = { file: fact.file, text: fact.text, values: held.missing(dated) };
    const isRefuted = objection?.type === 'refuted' || contradicted.has(`${fact.file}\n${fact.text}`);
    (isRefuted || held.contradicts(fact.text) || isOfRefuted(fact, facts, contradicted) ? refuted : lost).push(scored);
  }
  const known = new Set<string>();
  const know = (text: string) => {
    for (const { word } of exactWords(text)) known.add(word);
  };
  for (const [file, { text }] of before.files) know(`${text}\n${absoluteDates(text, timeOf(before, file)).text}`);
  for (const memory of olds) know(absoluteDates(memory.body, saidMs(memory)).text);
  for (const text of [...code.values(), ...code.keys(), ...sources]) know(text);
  const changed = news.flatMap((memory) =>
    factsOf(memory).flatMap(({ file, text }): readonly ScoredFact[] => {
      const values = exactWords(text).flatMap(({ word, written }) => (known.has(word) ? [] : [written]));
      return values.length === 0 ? [] : [{ file, text, values: [...new Set(values)] }];
    }),
  );
  return {
    before: folderFaults(before, around),
    after: folderFaults(after, around),
    facts: facts.length,
    lost,
    refuted,
    changed,
  };
}

/** The reason of a rule goes with the rule. */
function isOfRefuted(
  { file, text }: MemoryFact,
  facts: readonly { readonly fact: MemoryFact }[],
  contradicted: ReadonlySet<string>,
): boolean {
  const own = facts.filter(({ fact }) => fact.file === file);
  const first = own[0]?.fact.text ?? '';
  return own.length > 1 && text !== first && contradicted.has(`${file}\n${first}`);
}

function memoriesOf(folder: MemoryFolder) {
  return memoriesIn(folder).memories.filter(
    ({ file }) => file !== OLDER_NAME && file !== INDEX_NAME && !isTeamName(file),
  );
}

function timeOf({ files }: MemoryFolder, file: string): number {
  return files.get(file)?.mtimeMs ?? 0;
}

/** Names, numbers, dates and paths. */
function exactWords(text: string): readonly { readonly word: string; readonly written: string }[] {
  return contentWords(text).flatMap(({ word, start, end, isExact }) =>
    isExact ? [{ word: word.replace(LOOSE_END, ''), written: text.slice(start, end).replace(LOOSE_END, '') }] : [],
  );
}

const LOOSE_END = /(?<![.,:;])[.,:;]+$/;

/** What a folder says, by sentence and by value. */
class HeldFacts {
  private readonly said: SaidText;

  constructor(private readonly text: string) {
    this.said = new SaidText(text);
  }

  says(fact: string): boolean {
    if (this.text.includes(fact)) return true;
    return this.said
      .about(fact)
      .some(
        ({ sentence, share, hasAllExact }) =>
          share >= SAID && hasAllExact && compareFacts(sentence.text, fact) !== 'opposite',
      );
  }

  contradicts(fact: string): boolean {
    return this.said.about(fact).some(({ sentence }) => {
      const relation = compareFacts(sentence.text, fact);
      return relation === 'other-value' || relation === 'opposite';
    });
  }

  missing(fact: string): readonly string[] {
    const values = exactValues(fact).filter(({ value, type }) => !textHolds(this.text, value, type));
    return [...new Set(values.map(({ value }) => value))];
  }
}
