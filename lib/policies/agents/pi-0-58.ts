import { agentPolicy } from '../shape/agent-policy';
import { policyLayers } from '../shape/policy-layer';
import { piCompaction } from './pi-compaction';

export const pi058 = agentPolicy({
  id: 'pi-0.58',
  title: 'pi up to 0.58',
  explains:
    'Compacts 16,384 tokens before the end of the window, looked at between turns only; keeps about 20,000 tokens.',
  sources: ['badlogic/pi-mono at 83378aa, 0.58.3 (2026-03-15): core/compaction/compaction, core/agent-session'],
  since: 'texts',
  looks: 'turns-without-prompt',
  at: { bufferTokens: 16_384, comparison: 'above' },
  layers: policyLayers({ 'full-compact': piCompaction }),
});
