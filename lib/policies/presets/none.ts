import { CAPPED_RESERVE } from '../shape/claude-code-thresholds';
import { POLICY_VERSION, type Policy } from '../shape/policy';
import { policyLayers } from '../shape/policy-layer';

export const none: Policy = {
  version: POLICY_VERSION,
  id: 'none',
  title: 'None',
  explains: 'Never removes anything: shows how far the session gets without compaction.',
  sources: ['Not modelled on a product'],
  counter: 'rough',
  maxOutputTokens: 32_000,
  eras: [{ thresholds: { ...CAPPED_RESERVE, isAutomatic: false, leavesFree: 'output' } }],
  layers: policyLayers({}),
};
