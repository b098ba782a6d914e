import { agentPolicy } from '../shape/agent-policy';
import { NO_RECORDING } from '../shape/no-recording';
import { policyLayers } from '../shape/policy-layer';

export const openhands = agentPolicy({
  id: 'openhands',
  title: 'OpenHands',
  explains: 'Compacts above 240 messages; keeps the first 2 and the latest 117.',
  sources: [
    'OpenHands/software-agent-sdk at 611629e (2026-08-22): condenser/llm_summarizing_condenser',
    'Counts events of its view; here: messages. The number of first events is assumed',
    NO_RECORDING,
  ],
  at: { atMessages: 240, comparison: 'above' },
  layers: policyLayers({
    'full-compact': {
      requestIs: 'text',
      resultCharacters: 0,
      keeps: 'later-messages',
      keptFirst: 2,
      keptRounds: 117,
      restores: 'nothing',
      namesTranscript: false,
    },
  }),
});
