import { agentPolicy } from '../shape/agent-policy';
import { NO_RECORDING } from '../shape/no-recording';
import { policyLayers } from '../shape/policy-layer';

export const qwenCode = agentPolicy({
  id: 'qwen-code',
  title: 'Qwen Code',
  explains:
    'Clears old results after an hour or beyond 500,000 characters; compacts at 85 % of the window or 33,000 tokens before its end.',
  sources: [
    'QwenLM/qwen-code at db05195 (2026-08-22): services/chatCompressionService, microcompaction/microcompact',
    'Which results it clears, and in what order: from its description, not read',
    NO_RECORDING,
  ],
  since: 'chars4',
  at: { percent: 85, bufferTokens: 33_000 },
  layers: policyLayers({
    'microcompact-time': { gapMinutes: 60, keep: 5 },
    // More than 500,000 characters are cleared down to half.
    'prune-results': {
      protectTokens: 62_500,
      minFreedTokens: 62_500,
      when: 'calls',
      protectTurns: 0,
      stopsAt: 'nothing',
      skipsErrors: false,
    },
    'full-compact': { restores: 'files', namesTranscript: false },
  }),
});
