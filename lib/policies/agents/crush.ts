import { agentPolicy } from '../shape/agent-policy';
import { NO_RECORDING } from '../shape/no-recording';
import { policyLayers } from '../shape/policy-layer';

export const crush = agentPolicy({
  id: 'crush',
  title: 'Crush',
  explains: 'Compacts when a fifth of the window is left; keeps nothing.',
  sources: [
    'charmbracelet/crush at 37f36e9 (2026-08-21): internal/agent/agent',
    'Of windows above 200,000 tokens it leaves 20,000 instead: change the share to 100 and the buffer to 20,000',
    NO_RECORDING,
  ],
  since: 'nothing',
  at: { percent: 80 },
  layers: policyLayers({ 'full-compact': { restores: 'nothing', namesTranscript: false } }),
});
