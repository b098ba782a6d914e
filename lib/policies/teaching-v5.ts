import { CAPPED_RESERVE } from './claude-code-thresholds';
import { POLICY_VERSION, type Policy } from './policy';
import { policyLayers } from './policy-layer';

export const teachingV5: Policy = {
  version: POLICY_VERSION,
  id: 'teaching-v5',
  title: 'Teaching agent, version 5',
  explains:
    'Stores results above 40,000 tokens, clears old results by count, and has every summary and file acknowledged.',
  sources: ['Reconstruction of a teaching agent; its threshold is not public, so that of Claude Code 2.1 is used'],
  counter: 'chars4',
  maxOutputTokens: 32_000,
  eras: [{ thresholds: CAPPED_RESERVE }],
  layers: policyLayers({
    'result-budget': { limit: 40_000, countsTokens: true, limitsByTool: {}, previewsCharacters: true },
    'microcompact-counting': {},
    'full-compact': { restores: 'files', namesTranscript: false, acknowledges: true },
  }),
};
