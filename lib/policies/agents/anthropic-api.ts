import { agentPolicy } from '../shape/agent-policy';
import { NO_RECORDING } from '../shape/no-recording';
import { policyLayers } from '../shape/policy-layer';

export const anthropicApi = agentPolicy({
  id: 'anthropic-api',
  title: 'Anthropic API',
  explains:
    'Context editing at 100,000 tokens, which keeps 3 tool results, and compaction at 150,000, both by the server.',
  sources: [
    'anthropics/anthropic-sdk-typescript at bfa9197 (2026-08-19): beta/messages',
    'Public documentation',
    NO_RECORDING,
  ],
  at: { atTokens: 150_000 },
  layers: policyLayers({
    'microcompact-declarative': {},
    'full-compact': { restores: 'nothing', namesTranscript: false },
  }),
});
