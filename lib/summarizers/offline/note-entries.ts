import type { Item, Ranker } from './section';

/** One entry in a section of the note: a line, with its indented and quoted lines. */
export interface Entry {
  /** Entries with the same key are about the same thing: the later one wins. */
  readonly key: string;
  readonly text: string;
}

/** What earlier notes said about themselves, not about the session. */
const OF_THE_NOTE = /^(?:… |\[Cut here )/;

/** The entries of a section in an earlier note, whoever wrote it. */
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

/** `- path: read` and `- path: changed` are about the same file. */
export function upToColon(line: string): string {
  const colon = line.indexOf(': ');
  return colon === -1 ? line : line.slice(0, colon);
}

/** Old entries, then new ones; updated entries move to the position of the new one. */
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

/** The latest are taken first. */
export function entryItems(entries: readonly Entry[], ranked: Ranker): Item[] {
  return entries.map(({ text }, index) => ({ rank: ranked(entries.length - index, text), text: () => text }));
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
