import { agentPolicy } from '../shape/agent-policy';
import { NO_RECORDING } from '../shape/no-recording';
import { policyLayers } from '../shape/policy-layer';

export const goose = agentPolicy({
  id: 'goose',
  title: 'goose',
  explains: 'Compacts above 80 % of the window, looked at at the start of a turn; keeps the latest prompt.',
  sources: ['aaif-goose/goose at ca26f01 (2026-05-21): context_mgmt/mod, agents/agent', NO_RECORDING],
  since: 'nothing',
  looks: 'turns',
  at: { percent: 80, comparison: 'above' },
  layers: policyLayers({
    'full-compact': {
      requestIs: 'text',
      resultCharacters: 0,
      keeps: 'prompts',
      keptRounds: 1,
      acknowledges: true,
      restores: 'nothing',
      namesTranscript: false,
    },
  }),
});
