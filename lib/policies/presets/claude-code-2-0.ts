import { WHOLE_RESERVE } from '../shape/claude-code-thresholds';
import { POLICY_VERSION, type Policy } from '../shape/policy';
import { policyLayers } from '../shape/policy-layer';

export const claudeCode20: Policy = {
  version: POLICY_VERSION,
  id: 'claude-code-2.0',
  title: 'Claude Code 2.0',
  explains: 'Compacts at the window minus the whole output limit and 13,000 tokens: 155,000 of 200,000.',
  sources: ['Measured on 83 recorded automatic compactions', 'Changelog of Claude Code, 2.1.21'],
  counter: 'rough',
  maxOutputTokens: 32_000,
  eras: [{ thresholds: WHOLE_RESERVE }],
  layers: policyLayers({ 'full-compact': {}, 'strip-media': {} }),
};
