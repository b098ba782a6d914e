import { CAPPED_RESERVE } from '../shape/claude-code-thresholds';
import { POLICY_VERSION, type Policy } from '../shape/policy';
import { policyLayers } from '../shape/policy-layer';

export const claudeCodePublic: Policy = {
  version: POLICY_VERSION,
  id: 'claude-code-public',
  title: 'Claude Code, public behaviour',
  explains:
    'Clears old results after a long pause, keeps a session note, and compacts at 167,000 of 200,000 with the note or, failing that, a summary.',
  sources: [
    'Public documentation of Claude Code: old results first, then a summary; 967,000 of a window of 1,000,000',
    'Third-party analyses: the 60-minute pause, the 5 results kept, when the note is written, the kept tail',
    'Reconstruction: all features on at once (in the product, enabled per user by the server); the wording of prompts and placeholders',
  ],
  counter: 'rough',
  maxOutputTokens: 32_000,
  eras: [{ thresholds: CAPPED_RESERVE }],
  layers: policyLayers({ 'microcompact-time': {}, 'session-memory': {}, 'full-compact': {}, 'note-extraction': {} }),
};
