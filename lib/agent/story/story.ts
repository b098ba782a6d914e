import type { Policy } from '../../policies/shape/policy';
import type { OwnSetup } from '../journal/entry';

/** Sessions of one project, played by the scripted model. */
export interface Story {
  readonly id: string;
  readonly title: string;
  /** What the reader learns, as a sentence. */
  readonly shows: string;
  readonly policy: Policy;
  /** Besides it, whatever the user has set up. */
  readonly own: OwnSetup;
  /** What one of its days is: a day, or only a part of one. */
  readonly unit: 'day' | 'part';
  /** [U2] Of a story about a team: the remote repository that its workspace names. */
  readonly remote?: string;
  readonly days: readonly StoryDay[];
}

export interface StoryDay {
  readonly title: string;
  /** What passes before it. */
  readonly afterMs: number;
  /** It is in the session of the day before. */
  readonly goesOn?: true;
  /** What the user did to the files meanwhile. Before the first day, it is the first thing in its session. */
  readonly edits: readonly StoryEdit[];
  readonly prompts: readonly string[];
  /** [U2] Behind the prompts. */
  readonly team?: readonly TeamStep[];
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
  readonly look: 'chat' | 'memory' | 'agents' | 'team';
  /** With `{names}` of numbers, which come from the session: those of its place are in `reached-story-moments.ts`. */
  readonly text: string;
}

/** What one of two teammates does: `you` in this run, the other beside it. */
export type TeamStep =
  | {
      readonly by: 'you' | 'robin';
      readonly does: 'replace';
      readonly file: string;
      readonly text: string;
      readonly with: string;
    }
  | { readonly by: 'robin'; readonly does: 'remove'; readonly file: string }
  | { readonly by: 'robin'; readonly does: 'begin-session' | 'pull' | 'push' }
  /** Until everything is pushed: 2 s after the last change. */
  | { readonly by: 'both'; readonly does: 'rest' };

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
  /** [U2] What was saved for the team has been pushed. */
  | { readonly type: 'team-pushed' }
  /** The teammate has pulled it. */
  | { readonly type: 'team-pulled' }
  /** A push met a change of the teammate, and was tried again. */
  | { readonly type: 'team-contested' }
  /** What the teammate had deleted is there again. */
  | { readonly type: 'team-returned' }
  /** The agent answered from memory. */
  | { readonly type: 'answered' }
  /** [O5] Forks were started in one reply. */
  | { readonly type: 'forked' }
  /** [O5] All of them were answered. */
  | { readonly type: 'forks-done' }
  /** [O4] An agent of a type was started, which begins with nothing. */
  | { readonly type: 'typed' }
  /** The agent did by itself what forks did in the session before. */
  | { readonly type: 'alone' }
  /** [D1] The gates of a dream were looked at, and one was closed. */
  | { readonly type: 'gated' }
  /** [D3] A dream has tidied the memory. */
  | { readonly type: 'dreamt' };
