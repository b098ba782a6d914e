import type { SectionChoices } from '../journal/entry';
import { sections } from '../system/sections/index';

/** What the user changed, in words. */
export function changedSections(before: SectionChoices, after: SectionChoices): readonly string[] {
  const changes = sections.flatMap(({ id, title }): readonly string[] => {
    const [wasOff, isOff] = [before.off.includes(id), after.off.includes(id)];
    const [old, now] = [before.texts[id], after.texts[id]];
    return [
      ...(wasOff === isOff ? [] : [`“${title}” switched ${isOff ? 'off' : 'on'}`]),
      ...(old === now ? [] : [now === undefined ? `“${title}” as it was` : `“${title}” edited`]),
    ];
  });
  if (before.hasServer === after.hasServer) return changes;
  return [...changes, `server “tide-tables” ${after.hasServer ? 'connected' : 'disconnected'}`];
}
