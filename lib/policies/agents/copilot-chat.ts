import { agentPolicy } from '../shape/agent-policy';
import { NO_RECORDING } from '../shape/no-recording';
import { policyLayers } from '../shape/policy-layer';

export const copilotChat = agentPolicy({
  id: 'copilot-chat',
  title: 'Copilot Chat',
  explains: 'Compacts above 85 % of the window; keeps the last round.',
  sources: [
    'microsoft/vscode-copilot-chat at 31acd00 (2026-03-29): agentIntent, thresholds only',
    'Its budget is without the tools; here: with them. That it begins in the background at 75 % has no effect here',
    NO_RECORDING,
  ],
  since: 'rough',
  at: { percent: 85, comparison: 'above' },
  layers: policyLayers({ 'full-compact': { keptRounds: 1, restores: 'nothing', namesTranscript: false } }),
});
