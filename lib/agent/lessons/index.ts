import { budget } from './budget';
import { collapse } from './collapse';
import { fullCompaction } from './full-compaction';
import type { Lesson } from './lesson';
import { microcompact } from './microcompact';
import { recovery } from './recovery';
import { sessionMemory } from './session-memory';
import { snip } from './snip';
import { thrash } from './thrash';

/** From the cheapest layer to what happens when none helps. A new lesson is one file and one line here. */
export const lessons: readonly Lesson[] = [
  budget,
  microcompact,
  snip,
  collapse,
  sessionMemory,
  fullCompaction,
  recovery,
  thrash,
];

export function lessonById(id: string): Lesson | undefined {
  return lessons.find((lesson) => lesson.id === id);
}
