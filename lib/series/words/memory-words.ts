import type { LeftOut } from '../../memory/extraction/extract-offline';
import type { MemoryType } from '../../memory/files/memory-type';
import type { RecallOutcome } from '../../memory/recall/recall-session';
import { counted } from './format-number';

export const memoryTypeTitles: Readonly<Record<MemoryType, string>> = {
  user: 'About the user',
  feedback: 'How to work',
  project: 'About the project',
  reference: 'Where things are',
};

const leftOutWords: Readonly<Record<LeftOut['why'], string>> = {
  instructions: 'in the instructions already',
  code: 'in the code',
  known: 'known already',
  many: 'too many at once',
  'not-written': 'could not be stored',
};

export const notRecalledWords: Readonly<Record<RecallOutcome['leftOut'][number]['why'], string>> = {
  budget: 'does not fit the rest of the budget',
  missing: 'no longer in the folder',
  shown: 'shown before in this session',
};

/** `2 in the code, 1 known already`. */
export function leftOutText(leftOut: readonly { readonly why: LeftOut['why']; readonly count: number }[]): string {
  return leftOut.map(({ why, count }) => `${count} ${leftOutWords[why]}`).join(', ');
}

export function ageText(days: number): string {
  return days === 0 ? 'saved today' : days === 1 ? 'saved yesterday' : `saved ${counted(days, 'day')} before`;
}

export const usedMemoryWords = {
  carried: 'carried by memory',
  kept: 'in a memory that was not shown',
  none: 'in no memory',
} as const;
