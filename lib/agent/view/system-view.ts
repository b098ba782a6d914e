import type { InstructionLevel, LoadReason } from '../../instructions/instruction-tree';
import type { SectionChoices } from '../journal/entry';

/** [Y] What precedes the conversation of a run, as a page shows it. All texts are rendered as text. */
export interface SystemView {
  /** In the order in which they are sent. Empty for a run that began before prompts had sections. */
  readonly sections: readonly ShownSection[];
  readonly choices: SectionChoices;
  /** [Y4] The user's own prompt, instead of the sections. */
  readonly isCustom: boolean;
  /** [Y2] Of each block, without the tools. */
  readonly staticTokens: number;
  readonly dynamicTokens: number;
  readonly instructions: InstructionsView;
  /** [Y3] What the latest change cost. */
  readonly change: ShownChange | undefined;
}

export interface ShownSection {
  readonly id: string;
  readonly title: string;
  readonly kind: 'static' | 'dynamic' | 'volatile';
  readonly state: 'sent' | 'off' | 'empty' | 'replaced';
  /** What is sent, or would be. */
  readonly text: string;
  /** Without the user's changes. */
  readonly usualText: string;
  readonly tokens: number;
  readonly isEdited: boolean;
  /** Why it is empty. */
  readonly nothing: string;
  readonly computed: { readonly call: number; readonly timeMs: number; readonly because: ComputedBecause } | undefined;
}

export type ComputedBecause = 'session start' | 'compaction' | 'each call';

/** [Y3] The first call with another system prompt or other instructions. */
export interface ShownChange {
  readonly call: number;
  readonly because: 'compaction' | 'each call' | 'choice';
  /** The static part differs, so that nothing of the cache is left. */
  readonly isStatic: boolean;
  /** Of the call before it. */
  readonly readBefore: number;
  /** Missing until the call is made. */
  readonly at?: { readonly read: number; readonly written: number };
}

/** [I1] [Y5] */
export interface InstructionsView {
  /** From low to high. */
  readonly levels: readonly ShownLevel[];
  /** [Y5] The first block of the first message; empty without instructions. */
  readonly pieces: readonly ShownPiece[];
  readonly tokens: number;
  /** [I3] The latest last. */
  readonly events: readonly ShownLoad[];
}

export interface ShownLevel {
  readonly level: InstructionLevel | 'setup';
  readonly title: string;
  /** Where its files are looked for. */
  readonly places: string;
  readonly files: readonly ShownInstructionFile[];
}

export interface ShownInstructionFile {
  readonly path: string;
  readonly tokens: number;
  readonly reason: LoadReason;
  /** The file that was read, or the one that includes it. */
  readonly because?: string;
  readonly notes: readonly string[];
}

export interface ShownPiece {
  readonly text: string;
  /** Missing for our own words around it. */
  readonly path?: string;
  readonly firstLine?: number;
  readonly tokens: number;
}

export interface ShownLoad {
  readonly path: string;
  readonly level: InstructionLevel;
  readonly reason: LoadReason;
  readonly because?: string;
  readonly call: number;
  readonly timeMs: number;
}
