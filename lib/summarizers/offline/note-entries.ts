import type { Item, Ranker } from './section';

/** One thing that a section of the note tells: a line, with the indented and quoted ones that belong to it. */
export interface Entry {
  /** Two entries of one key tell of the same thing: the newer one stands. */
  readonly key: string;
  readonly text: string;
}

/** What earlier notes said of themselves, not of the session. */
const OF_THE_NOTE = /^(?:… |\[Cut here )/;

/** The entries of a section as an earlier note has it, whoever wrote it. */
export function entriesIn(body: string, keyOf: (firstLine: string) => string = (line) => line): Entry[] {
  const texts: string[] = [];
  for (const line of body.split('\n')) {
    if (line.trim() === '') continue;
    const isContinued = /^(?:\s|>)/.test(line) && texts.length > 0;
    if (isContinued) texts.push(`${texts.pop()}\n${line}`);
    else texts.push(line);
  }
  return texts
    .filter((text) => !OF_THE_NOTE.test(text))
    .map((text) => ({ key: text.includes('\n>') ? text : keyOf(firstLine(text)), text }));
}

/** `- path: read` and `- path: changed` tell of the same file. */
export function upToColon(line: string): string {
  return line.replace(/: .*$/, '');
}

/** What was known, then what is new; what is known better now stands where the newer one does. */
export function merged(
  earlier: readonly Entry[],
  present: readonly Entry[],
  join: (before: Entry, now: Entry) => Entry = (_, now) => now,
): Entry[] {
  const all = new Map(earlier.map((entry) => [entry.key, entry]));
  for (const entry of present) {
    const before = all.get(entry.key);
    all.delete(entry.key);
    all.set(entry.key, before === undefined ? entry : join(before, entry));
  }
  return [...all.values()];
}

/** The newest are taken first. */
export function entryItems(entries: readonly Entry[], ranked: Ranker): Item[] {
  return entries.map(({ text }, index) => ({ rank: ranked(entries.length - index, text), text: () => text }));
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
