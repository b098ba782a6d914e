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
  /** The current note. It is the only source about messages that are gone. */
  readonly note: string;
}

/**
 * [N1] [N3] Updates the note without a model, in the form of the template: existing entries stay, newer ones about the
 * same thing replace them, and new ones are added. Deterministic, within `maxTokens` as `countTokens` counts.
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
