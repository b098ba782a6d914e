import { type ContentWord, contentWords } from './content-words';
import { sentences } from './sentences';
import type { TextRange } from './text-range';

export interface SaidSentence extends TextRange {
  readonly text: string;
  /** The heading or list label it is under; empty without one. */
  readonly heading: string;
}

/** A sentence that says much of what another says. */
export interface SaidAbout {
  readonly sentence: SaidSentence;
  /** Share of the other's words, from `MIN_SHARE` to 1. */
  readonly share: number;
  /** None of the other's paths, names and numbers is missing. */
  readonly hasAllExact: boolean;
  /** The words it has in common with the other; positions are within the sentence. */
  readonly words: readonly ContentWord[];
}

const MIN_SHARE = 0.5;
/** Longer runs are not sentences; only their beginning is used. */
const LONGEST_SENTENCE = 2_000;
/** More sentences on the same topic are copies. */
const MAX_CANDIDATES = 2_000;
const MAX_PAIRS = 200;
/** Only malicious texts have more. */
const MAX_SENTENCES = 100_000;
const HEADING = /^(?:>\s*)*(?:#{1,6}\s.*|(?:\*\*[^*]{1,80}\*\*:?|<[\w-]{1,60}>|(?:[-*+•]\s+)?[^.!?。]{1,80}[:：])\s*)$/;

/** An index of the sentences of a text by their words. */
export class SaidText {
  private readonly sentences: readonly SaidSentence[];
  /** For each word, the sentences with it, in ascending order. */
  private readonly having = new Map<string, number[]>();

  /** By position of the first. */
  private readonly inTwo = new Map<number, SaidSentence>();

  /** `words`: what the words of a text are; `weigh`: how much one says. */
  constructor(
    private readonly text: string,
    private readonly words: (text: string) => readonly ContentWord[] = contentWords,
    private readonly weigh: (word: string, isExact: boolean) => number = weightOf,
  ) {
    const found: SaidSentence[] = [];
    for (const sentence of sentencesUnderHeadings(text)) {
      if (found.length >= MAX_SENTENCES) break;
      const place = found.push(sentence) - 1;
      for (const { word } of this.words(sentence.text)) {
        const having = this.having.get(word);
        if (having === undefined) this.having.set(word, [place]);
        else if (having.at(-1) !== place) having.push(place);
      }
    }
    this.sentences = found;
  }

  /** Sentences that say at least half of what `text` says, best first. */
  about(text: string): SaidAbout[] {
    const asked = this.asked(text);
    return this.candidates(asked)
      .flatMap((place) => this.saidAbout(this.sentences[place], [place], asked))
      .sort(mostFirst);
  }

  /** The same for pairs of adjacent sentences on a line. */
  aboutInTwo(text: string): SaidAbout[] {
    const asked = this.asked(text);
    const firsts = new Set(this.candidates(asked).flatMap((place) => [place - 1, place]));
    return [...firsts]
      .slice(0, MAX_PAIRS)
      .flatMap((first) => this.saidAbout(this.withNext(first), [first, first + 1], asked))
      .sort(mostFirst);
  }

  private asked(text: string): Asked {
    const words = new Map(this.words(text).map(({ word, isExact }) => [word, isExact]));
    const whole = [...words].reduce((sum, [word, isExact]) => sum + this.weigh(word, isExact), 0);
    return { words, whole };
  }

  private withNext(place: number): SaidSentence | undefined {
    const known = this.inTwo.get(place);
    if (known !== undefined) return known;
    const first = this.sentences[place];
    const second = this.sentences[place + 1];
    if (first === undefined || second === undefined || second.end - first.start > LONGEST_SENTENCE) return undefined;
    const text = this.text.slice(first.start, second.end);
    if (text.includes('\n')) return undefined;
    const both = { ...first, end: second.end, text };
    this.inTwo.set(place, both);
    return both;
  }

  /** A sentence with half of all words has one of any half of them: only the rarer half is looked up. */
  private candidates({ words, whole }: Asked): readonly number[] {
    const byRarity = [...words]
      .map(([word, isExact]) => ({ weight: this.weigh(word, isExact), having: this.having.get(word) ?? [] }))
      .sort((a, b) => a.having.length - b.having.length);
    const found = new Set<number>();
    let looked = 0;
    for (const { weight, having } of byRarity) {
      if (looked > whole / 2) break;
      looked += weight;
      for (const place of having) {
        if (found.size >= MAX_CANDIDATES) break;
        found.add(place);
      }
    }
    return [...found].sort((a, b) => a - b);
  }

  private saidAbout(
    sentence: SaidSentence | undefined,
    places: readonly number[],
    { words: asked, whole }: Asked,
  ): SaidAbout[] {
    if (sentence === undefined) return [];
    let weight = 0;
    let hasAllExact = true;
    for (const [word, isExact] of asked) {
      const having = this.having.get(word) ?? [];
      if (places.some((place) => includes(having, place))) weight += this.weigh(word, isExact);
      else if (isExact) hasAllExact = false;
    }
    const share = weight / whole;
    // One common word of two may be a coincidence.
    if (share < MIN_SHARE || (weight < 2 && whole - weight >= 1)) return [];
    const words = this.words(sentence.text).filter(({ word }) => asked.has(word));
    return [{ sentence, share, hasAllExact, words }];
  }
}

/** The query. */
interface Asked {
  /** Whether they must match exactly. */
  readonly words: ReadonlyMap<string, boolean>;
  /** Of all their weights. */
  readonly whole: number;
}

function mostFirst(a: SaidAbout, b: SaidAbout): number {
  return b.share - a.share;
}

/** A name or a number weighs more than a word. */
function weightOf(_: string, isExact: boolean): number {
  return isExact ? 2 : 1;
}

function* sentencesUnderHeadings(text: string): Generator<SaidSentence> {
  let heading = '';
  let lineEnd = -1;
  let next = '';
  for (const { start, end } of sentences(text)) {
    if (start > lineEnd) {
      heading = next;
      const lineStart = text.lastIndexOf('\n', start - 1) + 1;
      const found = text.indexOf('\n', start);
      lineEnd = found === -1 ? text.length : found;
      const line = lineEnd - lineStart > 200 ? '' : text.slice(lineStart, lineEnd);
      if (HEADING.test(line.trim())) next = line.trim();
    }
    yield { start, end, text: text.slice(start, Math.min(end, start + LONGEST_SENTENCE)), heading };
  }
}

function includes(rising: readonly number[], wanted: number): boolean {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return rising[low] === wanted;
}
