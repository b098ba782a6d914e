import { CAPPED_RESERVE } from '../shape/claude-code-thresholds';
import { POLICY_VERSION, type Policy } from '../shape/policy';
import { policyLayers } from '../shape/policy-layer';

export const claudeCodePublic: Policy = {
  version: POLICY_VERSION,
  id: 'claude-code-public',
  title: 'Claude Code, what is public',
  explains:
    'Clears old results after a long pause, keeps a note of the session, and compacts with it or, where it cannot be taken, with a summary: at 167,000 of 200,000.',
  sources: [
    'Public documentation of Claude Code: old results first, then a summary; 967,000 of a window of 1,000,000',
    'Third-party analyses: the pause of 60 minutes, the 5 results kept, when the note is written, what is kept behind it',
    'Reconstruction: that all of it is on at once, which for each user is decided at the server; the words of prompts and placeholders',
  ],
  counter: 'rough',
  maxOutputTokens: 32_000,
  eras: [{ thresholds: CAPPED_RESERVE }],
  layers: policyLayers({ 'microcompact-time': {}, 'session-memory': {}, 'full-compact': {}, 'note-extraction': {} }),
};
