/** [Y1] What a section is made from. */
export interface SectionFacts {
  /** The clock of the run. */
  readonly nowMs: number;
  readonly model: string;
  /** There are files in `~` or `/etc`. */
  readonly hasOtherMounts: boolean;
  /** [A5] Of the project, if its policy saves memories. */
  readonly memoryRoot: string | undefined;
  /** [U2] The workspace names a remote repository: part of the memory is shared. */
  readonly hasTeam: boolean;
  /** The made-up server is connected. */
  readonly hasServer: boolean;
}

/** [Y1] The same in every run, so that its bytes never change. */
export interface StaticSection {
  readonly id: string;
  readonly title: string;
  readonly kind: 'static';
  readonly text: () => string;
  readonly nothing: string;
}

/**
 * [Y1] A part of the system prompt that depends on the run.
 *
 *   dynamic    computed when a session begins, and remembered until it is compacted
 *   volatile   computed before each call [Y3]
 */
export interface ComputedSection {
  readonly id: string;
  readonly title: string;
  readonly kind: 'dynamic' | 'volatile';
  /** Undefined if it has nothing to say: then it is not sent. */
  readonly text: (facts: SectionFacts) => string | undefined;
  /** Why it has nothing to say, for the user. */
  readonly nothing: string;
}

export type Section = StaticSection | ComputedSection;

export function staticSection(id: string, title: string, text: string): StaticSection {
  return { id, title, kind: 'static', text: () => text, nothing: '' };
}

/** A section about something that the Playground does not have. */
export function emptySection(id: string, title: string, nothing: string): ComputedSection {
  return { id, title, kind: 'dynamic', text: () => undefined, nothing };
}
