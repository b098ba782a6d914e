import { assertNever } from '../../base/assert-never';
import type { FileChange } from '../journal/entry';
import { type ReachedStoryMoment, reachedStoryMoments, type StorySession } from './reached-story-moments';
import type { Story, StoryEdit, TeamStep } from './story';

/** Where a story is played: on the page, or without one. Each step resolves when everything that it caused has ended. */
export interface StoryStage {
  /** The first session of a project of its own, or the next one. */
  beginSession(story: Story, day: number): Promise<void>;
  prompt(text: string): Promise<void>;
  wait(ms: number): Promise<void>;
  fileText(path: string): Promise<string>;
  changeFiles(changes: readonly FileChange[]): Promise<void>;
  /** [U2] Of stories about a team. */
  teamStep?(step: TeamStep): Promise<void>;
  look(): StorySession;
}

/** After each day: what was to be seen. */
export interface PlayedDay {
  /** From 0. */
  readonly day: number;
  readonly moments: readonly ReachedStoryMoment[];
}

/** Day after day: the next one begins when it is asked for. */
export async function* playStory(story: Story, stage: StoryStage): AsyncGenerator<PlayedDay> {
  const before: StorySession[] = [];
  for (const [day, { afterMs, goesOn, edits, prompts, team = [], moments }] of story.days.entries()) {
    // Time and edits belong to the session before: its run is still open.
    if (day === 0) await stage.beginSession(story, day);
    if (afterMs > 0) await stage.wait(afterMs);
    if (edits.length > 0) await stage.changeFiles(await changesOf(edits, stage));
    if (day > 0 && goesOn !== true) await stage.beginSession(story, day);
    for (const prompt of prompts) await stage.prompt(prompt);
    for (const step of team) await stage.teamStep?.(step);
    const seen = stage.look();
    yield { day, moments: reachedStoryMoments({ moments }, seen, before) };
    before.push(seen);
  }
}

async function changesOf(
  edits: readonly StoryEdit[],
  stage: Pick<StoryStage, 'fileText'>,
): Promise<readonly FileChange[]> {
  const changes = new Map<string, string | null>();
  const textOf = async (path: string) => changes.get(path) ?? (await stage.fileText(path));
  for (const edit of edits) {
    switch (edit.type) {
      case 'moved':
        changes.set(edit.to, await textOf(edit.from)).set(edit.from, null);
        break;
      case 'written':
        changes.set(edit.path, edit.text);
        break;
      case 'replaced':
        changes.set(
          edit.path,
          (await textOf(edit.path)).replaceAll(edit.text, () => edit.with),
        );
        break;
      default:
        assertNever(edit);
    }
  }
  return [...changes].map(([path, text]) => ({ path, text }));
}
