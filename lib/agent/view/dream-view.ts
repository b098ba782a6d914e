import type { DreamGate } from '../../memory/dreaming/dream-gates';
import type { DreamScores } from '../../memory/dreaming/folder-scores';
import type { Usage } from '../../transcript/transcript';
import type { DreamState } from '../run/live-dreams';
import type { MemoryChange, ShownTaskStep } from './memory-view';

/** [D1] Whether a dream may start, as a page shows it. */
export interface DreamingView {
  /** The layer is on. */
  readonly isOn: boolean;
  /** The cheapest first. */
  readonly gates: readonly DreamGate[];
  /** They are as of then; undefined before the first turn has ended: then they are as of now. */
  readonly askedMs: number | undefined;
  /** One can be asked for. */
  readonly canStart: boolean;
}

/** [D] A dream. All texts are rendered as text. */
export interface ShownDream {
  readonly id: string;
  /** The last one before it; missing before the first turn. */
  readonly call?: number;
  readonly state: DreamState;
  readonly isByCommand: boolean;
  readonly gates: readonly DreamGate[];
  readonly model?: string;
  /** The latest of its turns. */
  readonly steps: readonly ShownTaskStep[];
  /** So many came before those. */
  readonly earlierSteps: number;
  readonly changes: readonly MemoryChange[];
  readonly usage?: Usage;
  readonly dollars?: number;
  readonly startedMs: number;
  readonly tookMs: number;
  /** What it said at the end, or why it failed. */
  readonly says: string;
  readonly isUndone: boolean;
  /** Once it has ended, if it wrote anything. */
  readonly scores?: DreamScores;
}

/** [D4] */
export const TURNS_SHOWN = 30;
