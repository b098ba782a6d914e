import { writeMemory } from '../../memory/files/memory-file';
import { indexLine } from '../../memory/files/memory-index';
import { INDEX_NAME } from '../../memory/files/memory-path';
import type { MemoryType } from '../../memory/files/memory-type';
import { MEMORY_ROOT } from '../tools/memory-files';
import type { StoryEdit } from './story';

/** Said on a day, in the words of the user. */
interface Said {
  readonly file: string;
  readonly type: MemoryType;
  readonly on: string;
  readonly says: string;
  /** Not in the index. */
  readonly isUnlisted?: true;
  /** What the index says of it instead. */
  readonly entry?: string;
}

export const CLUB_BOOK = 'data/club.txt';
export const LIMITS = 'src/limits.awk';

const said: readonly Said[] = [
  { file: 'user-treasurer', type: 'user', on: '2026-01-05', says: 'I am the treasurer of the rowing club.' },
  { file: 'user-awk', type: 'user', on: '2026-01-05', says: 'I know spreadsheets well, but awk is new to me.' },
  { file: 'user-treasurer-2', type: 'user', on: '2026-01-26', says: 'I am the treasurer of the rowing club.' },
  { file: 'feedback-answers', type: 'feedback', on: '2026-01-05', says: 'Keep answers short.' },
  { file: 'feedback-answers-2', type: 'feedback', on: '2026-01-14', says: 'Always keep your answers short.' },
  { file: 'feedback-commits', type: 'feedback', on: '2026-01-07', says: 'Never commit without asking me first.' },
  { file: 'feedback-words', type: 'feedback', on: '2026-01-08', says: 'Use British spelling in reports.' },
  {
    file: 'feedback-names',
    type: 'feedback',
    on: '2026-01-09',
    says: 'Write the names of members as they are in the list.',
  },
  {
    file: 'feedback-book',
    type: 'feedback',
    on: '2026-01-12',
    says: `Never edit ${CLUB_BOOK} by hand, the bank export replaces it.`,
  },
  {
    file: 'feedback-rounding',
    type: 'feedback',
    on: '2026-01-15',
    says: 'Round amounts down in reports for the committee.',
  },
  {
    file: 'feedback-rounding-2',
    type: 'feedback',
    on: '2026-02-02',
    says: 'Never round amounts down in reports for the committee.',
  },
  { file: 'project-audit', type: 'project', on: '2026-02-02', says: 'The audit of the books is next Monday.' },
  {
    file: 'project-committee',
    type: 'project',
    on: '2026-02-04',
    says: 'The committee decides about the new boats tomorrow.',
  },
  {
    file: 'project-limit',
    type: 'project',
    on: '2026-01-19',
    says: 'We agreed with the bank that max_entries is 400.',
  },
  {
    file: 'project-members',
    type: 'project',
    on: '2026-01-20',
    says: 'The fee for students is 45 a year.',
    entry:
      'the fee for students is 45 a year; it was decided by the members on 2026-01-17, holds for both boat houses, is paid in March, and whoever pays later than the 31st owes 5 more, unless Ines Moreau has agreed to it',
  },
  {
    file: 'project-boats',
    type: 'project',
    on: '2026-01-21',
    says: 'The money for the boat Heron comes from the city.',
    isUnlisted: true,
  },
  {
    file: 'reference-list',
    type: 'reference',
    on: '2026-01-06',
    says: 'The list of members is at https://club.example/members/2025.',
  },
  {
    file: 'reference-list-2',
    type: 'reference',
    on: '2026-01-30',
    says: 'The list of members is at https://club.example/members/2026.',
  },
  {
    file: 'reference-bank',
    type: 'reference',
    on: '2026-01-13',
    says: 'Exports of the bank are collected in the Trello board Treasury.',
  },
  {
    file: 'reference-statutes',
    type: 'reference',
    on: '2026-01-22',
    says: 'The statutes are at https://club.example/statutes.',
    isUnlisted: true,
  },
];

/** What a month of sessions has left, with what usually goes wrong. */
export const clubMemories: readonly StoryEdit[] = [
  ...said.map(({ file, type, on, says }): StoryEdit => {
    const day = new Date(on).toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' });
    const body = `${says}\n\nSaid by the user on ${day}, ${on}.`;
    return { type: 'written', path: pathOf(file), text: writeMemory({ name: file, description: says, type, body }) };
  }),
  { type: 'written', path: `${MEMORY_ROOT}/${INDEX_NAME}`, text: `${indexLines().join('\n')}\n` },
  { type: 'written', path: LIMITS, text: 'BEGIN { max_entries = 400 }\n' },
];

function pathOf(file: string): string {
  return `${MEMORY_ROOT}/${file}.md`;
}

function indexLines(): readonly string[] {
  const entries = said.flatMap(({ file, says, isUnlisted, entry }) => {
    const title = file.replaceAll('-', ' ');
    if (isUnlisted === true) return [];
    return [entry === undefined ? indexLine(title, `${file}.md`, says) : `- [${title}](${file}.md) — ${entry}`];
  });
  return [...entries, indexLine('plan of the year', 'project-year.md', 'what is planned for the season')];
}

export const COUNT = said.length;
