import { carriedForward } from './carried-forward';
import { fiveHeads } from './five-heads';
import { goalProgress } from './goal-progress';
import { handoffBrief } from './handoff-brief';
import { nineSections } from './nine-sections';
import { rulesFirst } from './rules-first';
import type { SummaryPrompt } from './summary-prompt';
import { tenSectionNote } from './ten-section-note';
import { xmlSnapshot } from './xml-snapshot';

/** The presets. A new one is one file and one line here. */
export const summaryPrompts: readonly SummaryPrompt[] = [
  nineSections,
  fiveHeads,
  handoffBrief,
  xmlSnapshot,
  goalProgress,
  tenSectionNote,
  rulesFirst,
  carriedForward,
];
