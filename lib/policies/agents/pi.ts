import { agentPolicy } from '../shape/agent-policy';
import { policyLayers } from '../shape/policy-layer';
import { piCompaction } from './pi-compaction';

export const pi = agentPolicy({
  id: 'pi',
  title: 'pi',
  explains: 'Compacts 16,384 tokens before the end of the window, before every call; keeps about 20,000 tokens.',
  sources: [
    'earendil-works/pi at 2e5a972 (undated, after 0.58): core/compaction/compaction, core/agent-session',
    'Checked against two recorded compactions, of an unrecorded version: what stays, and the size before',
    'That it looks before every call from 0.59 on is assumed: the version is unrecorded',
  ],
  since: 'texts',
  at: { bufferTokens: 16_384, comparison: 'above' },
  layers: policyLayers({ 'full-compact': piCompaction }),
});
