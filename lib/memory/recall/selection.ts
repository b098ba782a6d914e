import { contentWords } from '../../fidelity/text/content-words';
import type { Candidate } from './manifest';

/** [R2] At most this many memories for one prompt. */
export const MAX_SELECTED = 5;

export interface SelectionAsk {
  readonly prompt: string;
  /** Without what this session was shown already. */
  readonly candidates: readonly Candidate[];
  /** Names of tools used lately: their documentation is not needed. */
  readonly tools: readonly string[];
  /** [R2] How many may be chosen; 5 if it is not said. */
  readonly most?: number;
}

/** Why a candidate was chosen: words that it has in common with the prompt. */
export interface Chosen {
  readonly file: string;
  readonly words: readonly string[];
}

/** A word that half of the memories have says nothing about one of them. */
const COMMON_SHARE = 0.5;
const FEWEST_TO_BE_COMMON = 6;
/** Of the weight of what a description says. */
const CLEARLY = 0.3;
const FEWEST_WORDS = 2;
const SHORTEST_WORD = 3;
const LONGEST_PROMPT = 20_000;
/** Stems of words that are in most prompts. */
const OF_EVERY_PROMPT = new Set(
  'add fix get run us test fil cod chang updat mak check look work writ read explain list creat remov delet show tell ask try see giv want like thing way new good right pleas now next first go put set start stop'.split(
    ' ',
  ),
);

interface AskedWord {
  /** A name or a number. */
  readonly isExact: boolean;
  readonly text: string;
}

/** [R2] By rules: memories that share telling words with the prompt. Often there is none. */
export function selectOffline({ prompt, candidates, tools, most = MAX_SELECTED }: SelectionAsk): readonly Chosen[] {
  const asked = new Map<string, AskedWord>();
  for (const { word, isExact, start, end } of contentWords(prompt.slice(0, LONGEST_PROMPT))) {
    if (word.length < SHORTEST_WORD && !/[^\0-\x7f]/.test(word)) continue;
    if (!OF_EVERY_PROMPT.has(word)) asked.set(word, { isExact, text: prompt.slice(start, end) });
  }
  for (const tool of tools) for (const { word } of contentWords(tool)) asked.delete(word);
  const having = new Map<string, number>();
  const known = candidates.map((candidate) => {
    const said = wordsOf(candidate);
    for (const word of said.all) having.set(word, (having.get(word) ?? 0) + 1);
    return { candidate, said };
  });
  const isCommon = (word: string) =>
    candidates.length >= FEWEST_TO_BE_COMMON && (having.get(word) ?? 0) > candidates.length * COMMON_SHARE;
  return known
    .flatMap(({ candidate: { file, mtimeMs }, said }) => {
      const met = [...asked].filter(([word]) => said.all.has(word) && !isCommon(word));
      const weight = met.reduce((sum, [, { isExact }]) => sum + (isExact ? FEWEST_WORDS : 1), 0);
      const told = [...said.about].filter((word) => !isCommon(word));
      const share = met.filter(([word]) => said.about.has(word)).length / Math.max(1, told.length);
      const hasExact = met.some(([, { isExact }]) => isExact);
      if (weight < FEWEST_WORDS || (share < CLEARLY && !hasExact)) return [];
      return [{ file, mtimeMs, words: met.map(([, { text }]) => text), rank: weight + share }];
    })
    .sort((a, b) => b.rank - a.rank || b.mtimeMs - a.mtimeMs || (a.file < b.file ? -1 : 1))
    .slice(0, most)
    .map(({ file, words }) => ({ file, words }));
}

/** The time at which it was said is not what it is about. */
const FIELDS = /^(?:---|type:.*|Said by the user on .*|\*\*(?:Why|How to apply):\*\*)/gm;

function wordsOf({ head, name = '', description }: Candidate) {
  const words = (text: string) => new Set(contentWords(text).map(({ word }) => word));
  return { about: words(`${name.replaceAll('-', ' ')} ${description}`), all: words(head.replace(FIELDS, ' ')) };
}
