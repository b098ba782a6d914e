import { shortNumber } from '@/lib/series/words/format-number';
import type { TimelineEvent } from '@/lib/simulator/recorded/timeline';
import type { Boundary } from '@/lib/transcript/transcript';

export const boundaryTitles: Readonly<Record<Boundary['kind'], string>> = {
  full: 'Full compaction',
  micro: 'Microcompact',
  prune: 'Pruned results',
  rewind: 'Rewind',
};

const triggers: Readonly<Record<Boundary['trigger'], string>> = {
  auto: ', automatic',
  manual: ', manual',
  unknown: '',
};

export function describeEvent(event: TimelineEvent): string {
  const guess = event.isGuess ? ', inferred from a drop in size' : '';
  return `${boundaryTitles[event.kind]}${triggers[event.trigger]}${guess}${sizes(event)}`;
}

function sizes({ before, after }: TimelineEvent): string {
  if (before === undefined) return '';
  return after === undefined ? `, at ${shortNumber(before)}` : `, ${shortNumber(before)} → ${shortNumber(after)}`;
}
