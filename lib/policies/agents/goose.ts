import { agentPolicy } from '../shape/agent-policy';
import { NO_RECORDING } from '../shape/no-recording';
import { policyLayers } from '../shape/policy-layer';

export const goose = agentPolicy({
  id: 'goose',
  title: 'goose',
  explains:
    'Summarises the 10 oldest of many results one by one. Compacts above 80 % of the window, looked at at the start of a turn; keeps the latest prompt.',
  sources: ['aaif-goose/goose at ca26f01 (2026-05-21): context_mgmt/mod, agents/agent', NO_RECORDING],
  since: 'nothing',
  looks: 'turns',
  at: { percent: 80, comparison: 'above' },
  layers: policyLayers({
    'prune-results': {
      protectTokens: 0,
      minFreedTokens: 0,
      when: 'calls',
      protectTurns: 1,
      stopsAt: 'nothing',
      skipsErrors: false,
      replacedBy: 'summary',
      atOnce: 10,
      keptPer20k: 3,
    },
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
