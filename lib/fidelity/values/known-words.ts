import { classifyWord, type ExactValueType } from './classify-word';
import type { SessionPaths } from './session-paths';
import { type WordValues, wordValues } from './word-values';

interface KnownWord {
  readonly word: string;
  readonly hash: number;
  readonly values: WordValues;
}

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
  private slots = emptySlots(FEWEST_SLOTS);
  private count = 0;
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
      const known = this.slots[slot & (this.slots.length - 1)];
      if (known === undefined) return this.add(text.slice(start, end), hash);
      if (known.hash === hash && known.word.length === end - start && text.startsWith(known.word, start)) {
        return known.values;
      }
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
    const known = { word, hash, values: wordValues(word, this.classify) };
    if (this.count >= MAX_WORDS) {
      this.slots = emptySlots(FEWEST_SLOTS);
      this.count = 0;
    } else if (this.count * 2 >= this.slots.length) {
      const before = this.slots;
      this.slots = emptySlots(before.length * 4);
      for (const each of before) if (each !== undefined) this.put(each);
    }
    this.put(known);
    this.count += 1;
    return known.values;
  }

  private put(known: KnownWord): void {
    for (let slot = known.hash; slot < known.hash + MAX_STEPS; slot++) {
      const place = slot & (this.slots.length - 1);
      if (this.slots[place] !== undefined) continue;
      this.slots[place] = known;
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

function emptySlots(length: number): (KnownWord | undefined)[] {
  return new Array<KnownWord | undefined>(length).fill(undefined);
}
