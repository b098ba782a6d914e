import { CAPPED_RESERVE } from '../shape/claude-code-thresholds';
import { POLICY_VERSION, type Policy } from '../shape/policy';
import { policyLayers } from '../shape/policy-layer';

export const claudeCode21: Policy = {
  version: POLICY_VERSION,
  id: 'claude-code-2.1',
  title: 'Claude Code 2.1',
  explains: 'Compacts at the window minus 20,000 and 13,000 tokens: 167,000 of 200,000.',
  sources: ['Measured on 83 recorded automatic compactions', 'Public documentation: 967,000 of a window of 1,000,000'],
  counter: 'rough',
  maxOutputTokens: 32_000,
  eras: [{ thresholds: CAPPED_RESERVE }],
  layers: policyLayers({ 'result-budget': { notesEmpty: false }, 'full-compact': {}, 'strip-media': {} }),
};
