import { MODEL_LIMIT } from '../shape/claude-code-thresholds';
import { POLICY_VERSION, type Policy } from '../shape/policy';
import { policyLayers } from '../shape/policy-layer';

export const claudeCodeCurrent: Policy = {
  version: POLICY_VERSION,
  id: 'claude-code-current',
  title: 'Claude Code, current',
  explains: 'Compacts at the model’s own limit.',
  sources: ['Public documentation of Claude Code: default auto-compact thresholds'],
  counter: 'rough',
  maxOutputTokens: 32_000,
  eras: [{ thresholds: MODEL_LIMIT }],
  layers: policyLayers({ 'result-budget': { notesEmpty: false }, 'full-compact': {}, 'strip-media': {} }),
};
