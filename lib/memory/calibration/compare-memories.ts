import { contentWords } from '../../fidelity/text/content-words';
import type { Memory } from '../files/memory-file';
import type { ComparedDialogue } from './compare-dialogue';
import type { LabelledDialogue, PlantedFact } from './labelled-dialogue';

/** A memory in other words still has this share of the words of what was said. */
const SAME = 0.5;

/**
 * What became of the planted facts, from the memories alone: whoever wrote them does not say where they were said, and a
 * model says it in its own words.
 */
export function compareMemories(
  { title, facts }: Pick<LabelledDialogue, 'title' | 'facts'>,
  memories: readonly Pick<Memory, 'description' | 'body' | 'type'>[],
): ComparedDialogue {
  const found = new Set<string>();
  const wronglyKept: string[] = [];
  const otherType: string[] = [];
  for (const memory of memories) {
    const words = wordsOf(`${memory.description}\n${memory.body}`);
    const said = facts.filter((fact) => isSaid(fact, words));
    if (said.length === 0) wronglyKept.push(memory.description);
    for (const fact of said) {
      found.add(fact.text);
      if (fact.type !== memory.type) otherType.push(`${fact.text} (${fact.type}, kept as ${memory.type})`);
    }
  }
  const [known, missed] = [true, false].map((is) =>
    facts.flatMap(({ text }) => (found.has(text) === is ? [text] : [])),
  );
  return { title, found: known ?? [], missed: missed ?? [], wronglyKept, otherType };
}

function isSaid({ text }: PlantedFact, words: ReadonlySet<string>): boolean {
  const own = wordsOf(text);
  const met = [...own].filter((word) => words.has(word)).length;
  return own.size > 0 && met >= own.size * SAME;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(contentWords(text).map(({ word }) => word));
}
