import type { Random } from '../random';
import type { SummarySection } from '../summary-notes';

export interface Experiment {
  readonly before: string;
  readonly command: string;
  readonly description: string;
  readonly output: (random: Random) => string;
  readonly after: string;
  readonly exitCode?: number;
  readonly durationMs?: number;
}

interface ChapterNote {
  readonly section: SummarySection;
  readonly text: string;
  /** How many summaries it survives; all of them where it is left out. */
  readonly lives?: number;
  /** How many summaries pass before it appears, in place of something more exact. */
  readonly delay?: number;
  /** Comes from what the user said half way through. */
  readonly isAfterRemark?: boolean;
}

/** One stretch of the hunt: a suspicion, what was looked at, and what came of it. */
export interface Chapter {
  readonly pauseMs: number;
  readonly prompt: string;
  readonly suspicion: string;
  readonly files: readonly string[];
  readonly searches: readonly string[];
  readonly thoughts: readonly string[];
  readonly experiments: readonly Experiment[];
  /** Typed by the user half way through, after the agent has said where it is. */
  readonly remark?: { readonly beforeIt: string; readonly text: string };
  readonly verdict: string;
  readonly notes: readonly ChapterNote[];
  readonly currentWork: string;
  readonly nextStep: string;
}
