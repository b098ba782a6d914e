import { agentPolicy } from '../shape/agent-policy';
import { NO_RECORDING } from '../shape/no-recording';
import { policyLayers } from '../shape/policy-layer';

export const crush = agentPolicy({
  id: 'crush',
  title: 'Crush',
  explains: 'Compacts when a fifth of the window is left, or 20,000 tokens of a large one; keeps nothing.',
  sources: ['charmbracelet/crush at 37f36e9 (2026-08-21): internal/agent/agent', NO_RECORDING],
  since: 'nothing',
  at: { percent: 80, largeFromTokens: 200_000, largeBufferTokens: 20_000 },
  layers: policyLayers({ 'full-compact': { restores: 'nothing', namesTranscript: false } }),
});
