import type { Policy } from '../../policies/shape/policy';

/** Sessions of one project on several days, played by the scripted model. */
export interface Story {
  readonly title: string;
  /** What the reader learns, as a sentence. */
  readonly shows: string;
  readonly policy: Policy;
  /** One session each. */
  readonly days: readonly StoryDay[];
}

export interface StoryDay {
  readonly title: string;
  /** What passes before it. */
  readonly afterMs: number;
  /** What the user did to the files meanwhile. */
  readonly edits: readonly StoryEdit[];
  readonly prompts: readonly string[];
  /** In their order. */
  readonly moments: readonly StoryMoment[];
}

export type StoryEdit =
  | { readonly type: 'written'; readonly path: string; readonly text: string }
  | { readonly type: 'moved'; readonly from: string; readonly to: string }
  | { readonly type: 'replaced'; readonly path: string; readonly text: string; readonly with: string };

export interface StoryMoment {
  readonly at: StoryPlace;
  /** What to look at. */
  readonly look: 'chat' | 'memory';
  /** With `{names}` of numbers, which come from the session: those of its place are in `reached-story-moments.ts`. */
  readonly text: string;
}

export type StoryPlace =
  /** The background agent saved something. */
  | { readonly type: 'saved' }
  /** The session began with an index. */
  | { readonly type: 'started' }
  /** The agent ran a command that begins like this, and it succeeded. */
  | { readonly type: 'ran'; readonly command: string }
  /** The agent corrected a memory that was there when the session began. */
  | { readonly type: 'mended' }
  /** A memory was shown at a prompt. */
  | { readonly type: 'recalled' }
  /** The agent answered from memory. */
  | { readonly type: 'answered' };
