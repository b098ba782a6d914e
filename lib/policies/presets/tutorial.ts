import { CAPPED_RESERVE } from '../shape/claude-code-thresholds';
import { POLICY_VERSION, type Policy } from '../shape/policy';
import { policyLayers } from '../shape/policy-layer';

export const tutorial: Policy = {
  version: POLICY_VERSION,
  id: 'tutorial',
  title: 'Tutorial agent',
  explains:
    'Compacts at 83.5 % of the window, with the session note if there is one; stores results above 30,000 characters and clears all but three at every turn.',
  sources: ['Reconstruction of a tutorial agent from its public description'],
  counter: 'chars4',
  maxOutputTokens: 32_000,
  eras: [
    {
      thresholds: {
        ...CAPPED_RESERVE,
        reserve: 'none',
        reserveCapTokens: 0,
        bufferTokens: 0,
        percent: 83.5,
        warningTokens: 27_000,
        errorTokens: 27_000,
        blockingTokens: 20_000,
      },
    },
  ],
  bands: [
    { name: 'attention', fromPercent: 50 },
    { name: 'warning', fromPercent: 70 },
    { name: 'auto', fromPercent: 83.5 },
    { name: 'danger', fromPercent: 90 },
  ],
  recovery: [['microcompact-counting'], ['note-extraction', 'session-memory'], ['full-compact']],
  layers: policyLayers({
    'result-budget': { limit: 30_000, limitsByTool: {} },
    'microcompact-counting': { keep: 3, longerThanTokens: 0, longerThanCharacters: 120, minSavingTokens: 0 },
    'session-memory': {},
    'full-compact': {
      summaryTokens: 2_000,
      firstCharacters: 80_000,
      restoredFiles: 10,
      restores: 'names-of-files',
      namesTranscript: false,
      sharesCache: false,
    },
    'note-extraction': {},
  }),
};
