import { agentPolicy } from '../shape/agent-policy';
import { NO_RECORDING } from '../shape/no-recording';
import { policyLayers } from '../shape/policy-layer';

export const cline = agentPolicy({
  id: 'cline',
  title: 'Cline',
  explains: 'Compacts at 90 % of the window; keeps about 20,000 tokens.',
  sources: [
    'cline/cline at 21cb8d2 (2026-08-22): extensions/context/compaction, compaction-shared',
    'Counts a third of the characters of the whole request; here: the usage, and a quarter of what is new',
    NO_RECORDING,
  ],
  since: 'chars4',
  at: { percent: 90 },
  layers: policyLayers({
    'full-compact': {
      summaryTokens: 4_096,
      requestIs: 'text',
      keeps: 'messages',
      keepsCrossing: true,
      keptRoundTokens: 20_000,
      restores: 'nothing',
      namesTranscript: false,
    },
  }),
});
