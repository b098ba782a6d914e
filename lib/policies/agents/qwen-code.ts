import { agentPolicy } from '../shape/agent-policy';
import { NO_RECORDING } from '../shape/no-recording';
import { policyLayers } from '../shape/policy-layer';

export const qwenCode = agentPolicy({
  id: 'qwen-code',
  title: 'Qwen Code',
  explains: 'Compacts at 85 % of the window or 33,000 tokens before its end, whichever comes first.',
  sources: ['QwenLM/qwen-code at db05195 (2026-08-22): services/chatCompressionService', NO_RECORDING],
  since: 'chars4',
  at: { percent: 85, bufferTokens: 33_000 },
  layers: policyLayers({
    'full-compact': { restores: 'files', namesTranscript: false },
  }),
});
