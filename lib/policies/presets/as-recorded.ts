import { CAPPED_RESERVE, MODEL_LIMIT, WHOLE_RESERVE } from '../shape/claude-code-thresholds';
import { POLICY_VERSION, type Policy } from '../shape/policy';
import { policyLayers } from '../shape/policy-layer';

export const asRecorded: Policy = {
  version: POLICY_VERSION,
  id: 'as-recorded',
  title: 'Claude Code, as recorded',
  explains: 'The behaviour of the Claude Code version that made the recording.',
  sources: ['Measured on 83 recorded automatic compactions', 'Public documentation and changelog of Claude Code'],
  counter: 'rough',
  maxOutputTokens: 32_000,
  eras: [
    { thresholds: WHOLE_RESERVE },
    { fromVersion: '2.1.21', thresholds: CAPPED_RESERVE },
    { fromVersion: '2.1.82', thresholds: MODEL_LIMIT },
  ],
  layers: policyLayers({ 'full-compact': {}, 'strip-media': {} }),
};
