import { classifyWord, type ExactValueType } from './classify-word';
import type { SessionPaths } from './session-paths';
import { NO_VALUES, type WordValues, wordValues } from './word-values';

const FEWEST_SLOTS = 2 ** 6;
/** No session has more distinct words; a malicious text may. */
const MAX_WORDS = 2 ** 17;
/** More collisions can only be deliberate: such words are not cached. */
const MAX_STEPS = 64;

/**
 * Caches what each word of a session contains, because words repeat thousands of times. A `Map` would require cutting
 * every word out of its text before the lookup, which would take longer than everything else.
 */
export class KnownWords {
  /** For each hash, a word's number plus one; 0 is free. Numbers, not objects: a garbage collection skips them. */
  private slots = new Int32Array(FEWEST_SLOTS);
  private hashes = new Int32Array(FEWEST_SLOTS);
  private words: string[] = [];
  private values: WordValues[] = [];
  private readonly classify: (word: string) => ExactValueType | undefined;
  private readonly quoted = new Map<string, ExactValueType | null>();

  /** If the files of the session are known, they help to recognise its paths. */
  constructor(paths?: SessionPaths) {
    this.classify = paths === undefined ? classifyWord : (word) => classifyWord(word) ?? pathIn(paths, word);
  }

  /** For the word at that position of the text. */
  valuesAt(text: string, start: number, end: number): WordValues {
    const hash = hashOf(text, start, end);
    for (let slot = hash; slot < hash + MAX_STEPS; slot++) {
      const known = (this.slots[slot & (this.slots.length - 1)] ?? 0) - 1;
      if (known === -1) return this.add(text.slice(start, end), hash);
      if (this.hashes[known] !== hash) continue;
      const word = this.words[known] ?? '';
      if (word.length === end - start && text.startsWith(word, start)) return this.values[known] ?? NO_VALUES;
    }
    return wordValues(text.slice(start, end), this.classify);
  }

  /** For a quotation without blanks: its kind as a word, if it is a value. */
  typeOf(word: string): ExactValueType | undefined {
    const known = this.quoted.get(word);
    if (known !== undefined) return known ?? undefined;
    const type = this.classify(word);
    if (this.quoted.size >= MAX_WORDS) this.quoted.clear();
    this.quoted.set(word, type ?? null);
    return type;
  }

  private add(word: string, hash: number): WordValues {
    const values = wordValues(word, this.classify);
    if (this.words.length >= MAX_WORDS) this.clear();
    else if (this.words.length * 2 >= this.slots.length) this.grow();
    this.hashes[this.words.length] = hash;
    this.values.push(values);
    this.put(hash, this.words.push(word));
    return values;
  }

  private clear(): void {
    this.slots.fill(0);
    this.words = [];
    this.values = [];
  }

  private grow(): void {
    const { hashes } = this;
    this.slots = new Int32Array(this.slots.length * 4);
    this.hashes = new Int32Array(this.slots.length / 2);
    this.hashes.set(hashes.subarray(0, this.words.length));
    for (let known = 0; known < this.words.length; known++) this.put(this.hashes[known] ?? 0, known + 1);
  }

  private put(hash: number, number: number): void {
    for (let slot = hash; slot < hash + MAX_STEPS; slot++) {
      const place = slot & (this.slots.length - 1);
      if (this.slots[place] !== 0) continue;
      this.slots[place] = number;
      return;
    }
  }
}

function pathIn(paths: SessionPaths, word: string): 'path' | undefined {
  return paths.has(word) ? 'path' : undefined;
}

function hashOf(text: string, start: number, end: number): number {
  let hash = end - start;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1);
  // The slot comes from the lower bits, and the product mixes in the upper ones.
  return hash ^ (hash >>> 15);
}
