import type { Ranker } from './section';

/** The focus that the user gave. */
export interface Focus {
  readonly text: string;
  /** Whether a text is about it. */
  isIn(text: string): boolean;
}

const SHORTEST_WORD = 3;
const MAX_WORDS = 30;
const LOOKED_AT = 4_000;
const LITTLE_WORDS = new Set(['the', 'and', 'for', 'with', 'that', 'this', 'from', 'about', 'keep', 'focus', 'please']);

export function focusOf(text: string | undefined): Focus | undefined {
  const asked = text?.trim() ?? '';
  if (asked === '') return undefined;
  const words = (
    asked.toLowerCase().match(/[\u2e80-\u9fff\uac00-\ud7ff]{2,}|[^\s,;:!?"'()\u2e80-\u9fff\uac00-\ud7ff]+/g) ?? []
  )
    .map((word) => word.replace(/\.$/, ''))
    .filter((word) => (word.length >= SHORTEST_WORD || /[^\0-\x7f]/.test(word)) && !LITTLE_WORDS.has(word))
    .slice(0, MAX_WORDS);
  return {
    text: asked,
    isIn: (said) => {
      const lower = said.slice(0, LOOKED_AT).toLowerCase();
      return words.some((word) => lower.includes(word));
    },
  };
}

/** Items about the focus come before everything else in their section. */
const BY_FOCUS = -1e9;

export function rankerFor(focus: Focus | undefined): Ranker {
  return (rank, about) => (focus?.isIn(about) ? rank + BY_FOCUS : rank);
}
