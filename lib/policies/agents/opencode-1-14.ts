import { opencodePolicy } from './opencode-compaction';

export const opencode114 = opencodePolicy({
  id: 'opencode-1.14',
  title: 'opencode 1.14.18 to 1.14.47',
  explains: 'Prunes only if its user turns that on; keeps up to 2 turns, 8,000 tokens at most, behind the summary.',
  sources: [
    'Pruning is off from 1.14.18 (2026-04-19) on',
    'Prunes checked against recordings of 1.14.25 and of a fork of 1.14.30, whose users had turned them on',
  ],
  prunes: false,
  keeps: '2 turns',
  requestIs: 'messages',
});
