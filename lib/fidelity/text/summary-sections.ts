import type { TextRange } from './text-range';

/** [K8] A section that a prompt asks for, and where the summary has it. */
export interface SectionFate {
  readonly title: string;
  readonly range: TextRange | undefined;
}

const MARKDOWN = /^[ \t]{0,3}#{1,6}[ \t]+(\S.{0,100})$/gm;
const NUMBERED = /^[ \t]*\d{1,2}[.)][ \t]+\**([^\s*:：\n][^*:：\n]{0,79}?)\**[ \t]*(?:[:：].*)?$/gm;
const TAG = /^[ \t]*<([a-z][\w-]{1,60})>/gm;
/** Tags around the whole answer, or outside the summary. */
const FRAMES = new Set(['analysis', 'summary', 'example', 'scratch', 'scratchpad', 'thinking', 'output', 'format']);
/** Instructions in a numbered list are sentences. */
const MAX_WORDS = 8;
const MAX_SECTIONS = 100;

/** The headings in a prompt: `## Goal`, `1. Primary request and intent: …`, `<goal>`. The scratch part is not one. */
export function sectionsAsked(prompt: string, scratchTag = ''): string[] {
  const titles = new Map<string, string>();
  const scratch = wordsOf(scratchTag).join(' ');
  const found = [MARKDOWN, NUMBERED, TAG].flatMap((pattern) => [...prompt.matchAll(pattern)]);
  for (const [, title = ''] of found.sort((a, b) => a.index - b.index)) {
    const words = wordsOf(title);
    const key = words.join(' ');
    if (words.length === 0 || words.length > MAX_WORDS || FRAMES.has(key) || /[.!?。]$/.test(title.trim())) continue;
    if (key === scratch) continue;
    if (!titles.has(key) && titles.size < MAX_SECTIONS) titles.set(key, title.trim());
  }
  return [...titles.values()];
}

/** A section exists if a short line has all the words of its title. */
export function sectionFates(prompt: string, summary: string, scratchTag?: string): SectionFate[] {
  const titles = sectionsAsked(prompt, scratchTag);
  const lines = titles.length === 0 ? [] : [...shortLines(summary)];
  return titles.map((title) => {
    const words = wordsOf(title);
    const line = lines.find((each) => words.every((word) => each.words.has(word)));
    return { title, range: line?.range };
  });
}

function* shortLines(text: string) {
  for (const { 0: line, index } of text.matchAll(
    /^(?:[ \t]*(?:#{1,6}|\*\*|<|\d{1,2}[.)]).{1,200}|[^:：\n]{1,60}[:：].*)$/gm,
  )) {
    const heading = /^[^:：]*/.exec(line)?.[0] ?? line;
    yield { words: new Set(wordsOf(heading)), range: { start: index, end: index + line.length } };
  }
}

function wordsOf(title: string): string[] {
  return (
    title
      .toLowerCase()
      .replace(/[_-]/g, ' ')
      .match(/[\p{L}\p{N}]+/gu)
      ?.filter((word) => !/^(?:\d+|and|the|of|a|optional)$/.test(word)) ?? []
  );
}
