import { opencodePolicy } from './opencode-compaction';

export const opencode12 = opencodePolicy({
  id: 'opencode-1.2',
  title: 'opencode up to 1.4.2',
  explains:
    'Prunes results beyond 40,000 tokens between turns, compacts before the reply no longer fits; nothing stays.',
  sources: ['Prunes from 0.9.8 (2025-09-17) on', 'Prunes checked against recordings of 1.2.24 and 1.2.26'],
  prunes: true,
  keeps: 'nothing',
  requestIs: 'messages',
});
