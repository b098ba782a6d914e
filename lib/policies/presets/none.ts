import { CAPPED_RESERVE } from '../shape/claude-code-thresholds';
import { POLICY_VERSION, type Policy } from '../shape/policy';
import { policyLayers } from '../shape/policy-layer';

export const none: Policy = {
  version: POLICY_VERSION,
  id: 'none',
  title: 'None',
  explains: 'Nothing is ever taken out: how far the session would get without compaction.',
  sources: ['Nothing is imitated'],
  counter: 'rough',
  maxOutputTokens: 32_000,
  eras: [{ thresholds: { ...CAPPED_RESERVE, isAutomatic: false, leavesFree: 'output' } }],
  layers: policyLayers({}),
};
