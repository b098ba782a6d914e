import { agentPolicy } from '../shape/agent-policy';
import { NO_RECORDING } from '../shape/no-recording';
import { policyLayers } from '../shape/policy-layer';

export const roo = agentPolicy({
  id: 'roo',
  title: 'Roo Code',
  explains: 'Compacts above 90 % of what the reply leaves of the window; keeps nothing.',
  sources: [
    'RooCodeInc/Roo-Code at cb83656 (2026-04-14): core/context-management',
    'Its line is 90 % of the window less the reply, which is 819 tokens lower than here',
    NO_RECORDING,
  ],
  at: { reserve: 'capped', reserveCapTokens: 8_192, percent: 90, comparison: 'above' },
  layers: policyLayers({
    'full-compact': { requestIs: 'messages', restores: 'names-of-files', namesTranscript: false },
  }),
});
