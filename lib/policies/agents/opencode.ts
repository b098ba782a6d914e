import { NO_RECORDING } from '../shape/no-recording';
import { opencodePolicy } from './opencode-compaction';

export const opencode = opencodePolicy({
  id: 'opencode',
  title: 'opencode',
  explains:
    'Compacts before the reply no longer fits, from text; keeps turns of up to 15,000 tokens behind the summary.',
  sources: ['Keeps up to 15,000 tokens of any number of turns from 1.18.16 (2026-08-12) on', NO_RECORDING],
  prunes: false,
  keeps: '15,000 tokens',
  requestIs: 'text',
});
