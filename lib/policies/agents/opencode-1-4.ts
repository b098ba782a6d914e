import { opencodePolicy } from './opencode-compaction';

export const opencode14 = opencodePolicy({
  id: 'opencode-1.4',
  title: 'opencode 1.4.3 to 1.14.17',
  explains: 'Prunes as before, and keeps up to 2 turns, 8,000 tokens at most, behind the summary.',
  sources: ['Keeps a tail from 1.4.3 (2026-04-10) on', 'Compared with one automatic compaction of 1.4.3'],
  prunes: true,
  keeps: '2 turns',
  requestIs: 'messages',
});
