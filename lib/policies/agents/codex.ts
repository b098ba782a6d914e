import { agentPolicy } from '../shape/agent-policy';
import { policyLayers } from '../shape/policy-layer';

export const codex = agentPolicy({
  id: 'codex',
  title: 'Codex CLI',
  explains: 'Compacts at 90 % of the window, before every call and between turns; keeps what the user wrote.',
  sources: [
    'openai/codex at 343074d (2026-08-22): compact_remote_v2, session/turn, context_manager/history',
    'Checked against recorded automatic compactions of 0.140 to 0.142',
    'Length of the encrypted summary: assumed',
  ],
  since: 'json-items',
  countsOldReasoning: true,
  looks: 'calls-without-prompt',
  maxOutputTokens: 128_000,
  at: { percent: 90 },
  layers: policyLayers({
    'full-compact': {
      summaryTokens: 2_500,
      keeps: 'prompts',
      keptRoundTokens: 64_000,
      keepsContext: true,
      summaryStands: 'last',
      restores: 'nothing',
      namesTranscript: false,
    },
  }),
});
