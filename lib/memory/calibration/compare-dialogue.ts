import { extractOffline } from '../extraction/extract-offline';
import { emptyFolder } from '../files/memory-folder';
import type { LabelledDialogue } from './labelled-dialogue';

/** What the extraction made of a dialogue of which a person has said what to remember. */
export interface ComparedDialogue {
  readonly title: string;
  readonly found: readonly string[];
  readonly missed: readonly string[];
  readonly wronglyKept: readonly string[];
  /** Found, but as another type. */
  readonly otherType: readonly string[];
}

/** Of the two texts, this share of the shorter one is the same. */
const SAME = 0.5;
const ROOT = '/home/agent/.claude/projects/made-up/memory';
const A_MONDAY = Date.UTC(2026, 2, 2, 9);

/** [A8] As in a session: after each turn, its own messages. */
export function compareDialogue({ title, messages, instructions, facts }: LabelledDialogue): ComparedDialogue {
  const found = new Set<string>();
  const wronglyKept: string[] = [];
  const otherType: string[] = [];
  let folder = emptyFolder(ROOT);
  let from = 0;
  for (const [at, { role }] of messages.entries()) {
    if (role !== 'assistant') continue;
    const wanted = messages.flatMap((_, index) => (index >= from && index <= at ? [index] : []));
    from = at + 1;
    const soFar = messages.slice(0, at + 1);
    const extraction = extractOffline({ messages: soFar, wanted, instructions, folder, nowMs: A_MONDAY });
    folder = extraction.folder;
    for (const { from: said, type } of extraction.kept) {
      const same = facts.filter(
        (fact) =>
          fact.message === said.message &&
          Math.min(fact.end, said.end) - Math.max(fact.start, said.start) >=
            SAME * Math.min(fact.end - fact.start, said.end - said.start),
      );
      if (same.length === 0) wronglyKept.push(said.text);
      for (const fact of same) {
        found.add(fact.text);
        if (fact.type !== type) otherType.push(`${fact.text} (${fact.type}, kept as ${type})`);
      }
    }
  }
  const missed = facts.flatMap(({ text }) => (found.has(text) ? [] : [text]));
  return { title, found: [...found], missed, wronglyKept, otherType };
}
