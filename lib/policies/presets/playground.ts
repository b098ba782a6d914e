import { CAPPED_RESERVE } from '../shape/claude-code-thresholds';
import { POLICY_VERSION, type Policy } from '../shape/policy';
import { policyLayers } from '../shape/policy-layer';

const PUT_BACK = { restoredFiles: 3, restoredTokensPerFile: 600, restoredTokens: 1_500 };
const NOTE = { sectionTokens: 300, noteTokens: 2_000 };

/** Claude Code's layers at a tenth of their size, so that all of them act within a minute. */
export const playground: Policy = {
  version: POLICY_VERSION,
  id: 'playground',
  title: 'Small window',
  explains: 'A 20,000-token window with all limits scaled to fit. Made for the playground; not used by any product.',
  sources: ['Synthetic: Claude Code’s layers with smaller limits'],
  counter: 'rough',
  maxOutputTokens: 2_000,
  windowTokens: 20_000,
  eras: [
    {
      thresholds: {
        ...CAPPED_RESERVE,
        bufferTokens: 1_500,
        warningTokens: 2_000,
        errorTokens: 1_000,
        blockingTokens: 500,
      },
    },
  ],
  layers: policyLayers({
    'result-budget': {
      limit: 12_000,
      limitsByTool: { read: 10_000, shell: 6_000 },
      responseCharacters: 24_000,
      previewLength: 600,
    },
    'microcompact-cached': { trigger: 6, keep: 3 },
    'session-memory': { ...NOTE, ...PUT_BACK, keptTokens: 1_500, keptMessages: 2, mostKeptTokens: 5_000 },
    'full-compact': { ...PUT_BACK, summaryTokens: 1_500, restoredTokensPerSkill: 500, restoredSkillTokens: 1_000 },
    // So many tool calls that a note waits for the end of a turn: its cursor only moves there [N4].
    'note-extraction': { ...NOTE, firstTokens: 6_000, growthTokens: 1_000, toolCalls: 100 },
    'strip-media': {},
  }),
};
