import { NO_RECORDING } from '../shape/no-recording';
import { opencodePolicy } from './opencode-compaction';

export const opencode11448 = opencodePolicy({
  id: 'opencode-1.14.48',
  title: 'opencode 1.14.48 to 1.18.15',
  explains: 'Has the conversation summarised as text; keeps up to 2 turns, 8,000 tokens at most, behind the summary.',
  sources: ['Text instead of messages from 1.14.48 (2026-05-11) on', NO_RECORDING],
  prunes: false,
  keeps: '2 turns',
  requestIs: 'text',
});
