import { agentPolicy } from '../shape/agent-policy';
import { NO_RECORDING } from '../shape/no-recording';
import { policyLayers } from '../shape/policy-layer';

export const aider = agentPolicy({
  id: 'aider',
  title: 'Aider',
  explains: 'Summarises the finished chat above 8,192 tokens, between turns; keeps about half of that.',
  sources: [
    'Aider-AI/aider at 5dc9490 (2026-05-22): history, models',
    'Its limit is a sixteenth of the model’s input, from 1,024 to 8,192 tokens. It counts the finished chat only; here: the whole context',
    NO_RECORDING,
  ],
  since: 'nothing',
  looks: 'turns-without-prompt',
  at: { atTokens: 8_192, comparison: 'above' },
  layers: policyLayers({
    'full-compact': {
      requestIs: 'text',
      resultCharacters: 0,
      keeps: 'messages',
      keptRoundTokens: 4_096,
      acknowledges: true,
      restores: 'nothing',
      namesTranscript: false,
    },
  }),
});
