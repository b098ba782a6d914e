import { agentPolicy } from '../shape/agent-policy';
import { NO_RECORDING } from '../shape/no-recording';
import { policyLayers } from '../shape/policy-layer';

export const roo = agentPolicy({
  id: 'roo',
  title: 'Roo Code',
  explains: 'Compacts above 90 % of the window less the longest reply; keeps nothing.',
  sources: [
    'RooCodeInc/Roo-Code at cb83656 (2026-04-14): core/context-management',
    'The longest reply is the user’s setting; 8,192 tokens if there is none, as here',
    NO_RECORDING,
  ],
  maxOutputTokens: 8_192,
  at: { reserve: 'whole', percent: 90, percentOf: 'window', comparison: 'above' },
  layers: policyLayers({
    'full-compact': { requestIs: 'messages', restores: 'names-of-files', namesTranscript: false },
  }),
});
