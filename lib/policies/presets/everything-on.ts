import { CAPPED_RESERVE } from '../shape/claude-code-thresholds';
import { POLICY_VERSION, type Policy } from '../shape/policy';
import { policyLayers } from '../shape/policy-layer';

export const everythingOn: Policy = {
  version: POLICY_VERSION,
  id: 'everything-on',
  title: 'Everything on',
  explains:
    'Almost all layers together, cheapest first. Collapse replaces automatic compaction as long as it keeps up.',
  sources: ['Reconstruction: no product runs all of them at once'],
  counter: 'rough',
  maxOutputTokens: 32_000,
  eras: [{ thresholds: CAPPED_RESERVE }],
  layers: policyLayers({
    'result-budget': {},
    snip: {},
    'microcompact-time': {},
    'microcompact-cached': {},
    'microcompact-declarative': {},
    'microcompact-counting': {},
    collapse: {},
    'session-memory': {},
    'full-compact': {},
    'note-extraction': {},
    'strip-media': {},
  }),
};
