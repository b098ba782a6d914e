import { CAPPED_RESERVE } from '../shape/claude-code-thresholds';
import { POLICY_VERSION, type Policy } from '../shape/policy';
import { policyLayers } from '../shape/policy-layer';

export const teachingV5: Policy = {
  version: POLICY_VERSION,
  id: 'teaching-v5',
  title: 'Teaching agent, version 5',
  explains:
    'Stores results above 40,000 tokens, clears old results by count, compacts above 170,616 tokens, and adds an acknowledgement after every summary and file.',
  sources: ['Reconstruction of a teaching agent: compacts only above 200,000 − 16,384 − 13,000 = 170,616'],
  counter: 'chars4',
  maxOutputTokens: 16_384,
  eras: [{ thresholds: { ...CAPPED_RESERVE, comparison: 'above' } }],
  layers: policyLayers({
    'result-budget': { limit: 40_000, countsTokens: true, limitsByTool: {}, previewsCharacters: true },
    'microcompact-counting': { countsGross: true },
    'full-compact': {
      restores: 'files',
      namesTranscript: false,
      acknowledges: true,
      sharesCache: false,
      summaryTokens: 2_000,
    },
  }),
};
