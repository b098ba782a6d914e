import { resultsByCall } from '../../fidelity/text/call-outcomes';
import { noteSections, readNote, writeSection } from '../../layers/note/note-template';
import { fitSections } from './fit-sections';
import { focusOf, rankerFor } from './focus';
import { gatherFacts } from './gather-facts';
import { noteWriters } from './note-writers';
import type { OfflineInput } from './offline-summary';
import { readFiles } from './read-files';
import { stepsIn } from './worklog';

export interface OfflineNoteInput extends OfflineInput {
  /** As it stands. What it tells of messages that are gone is told by nothing else. */
  readonly note: string;
}

/**
 * [N1] [N3] The note brought up to date without a model, in the form of the template: what it tells stays, what the messages
 * tell of the same comes in its place, and what is new is added. The same messages give the same note, within `maxTokens`
 * as `countTokens` counts.
 */
export function offlineNote({ messages, note, maxTokens, countTokens, focus }: OfflineNoteInput): string {
  const bodies = readNote(note);
  const session = {
    facts: gatherFacts(messages),
    files: readFiles(messages, resultsByCall(messages)),
    steps: stepsIn(messages),
    isFirstNote: [...bodies.values()].every((body) => body === ''),
    ranked: rankerFor(focusOf(focus)),
  };
  const sections = noteSections.flatMap((section) => {
    const writer = noteWriters[section.heading];
    if (writer === undefined) return [];
    return {
      title: section.heading,
      share: writer.share,
      groups: writer.groups(session, bodies.get(section) ?? ''),
      write: (body: string) => writeSection(section, body),
    };
  });
  return fitSections('', sections, maxTokens, countTokens);
}
