import type { DreamAction } from './consolidate-offline';

type ActionType = DreamAction['type'];

const did: Readonly<Record<ActionType, readonly [present: string, past: string, one: string, many: string]>> = {
  merged: ['merge', 'merged', 'memory', 'memories'],
  dropped: ['remove', 'removed', 'contradicted fact', 'contradicted facts'],
  corrected: ['correct', 'corrected', 'path', 'paths'],
  dated: ['date', 'dated', 'relative date', 'relative dates'],
  'from-log': ['take', 'took', 'fact from a log', 'facts from logs'],
  'dead-link': ['drop', 'dropped', 'dead link', 'dead links'],
  listed: ['enter', 'entered', 'file that the index did not name', 'files that the index did not name'],
  moved: ['shorten', 'shortened', 'entry of the index', 'entries of the index'],
  grouped: ['group', 'grouped', 'list of older memories', 'lists of older memories'],
  rewritten: ['change', 'changed', 'memory', 'memories'],
  removed: ['remove', 'removed', 'memory', 'memories'],
};

/** “Merged 3 memories, removed 1 contradicted fact.” */
export function dreamWords(actions: readonly DreamAction[], tense: 'present' | 'past'): string {
  const counts = new Map<ActionType, number>();
  for (const { type } of actions) counts.set(type, (counts.get(type) ?? 0) + 1);
  if (counts.size === 0) return tense === 'past' ? 'Nothing was to be tidied.' : 'Nothing to tidy.';
  const said = [...counts].map(([type, count]) => {
    const [present, past, one, many] = did[type];
    return `${tense === 'past' ? past : present} ${count} ${count === 1 ? one : many}`;
  });
  const words = said.join(', ');
  return tense === 'past' ? `${words.charAt(0).toUpperCase()}${words.slice(1)}.` : `I ${words}.`;
}
