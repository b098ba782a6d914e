import { POLICY_VERSION, type Policy } from '../shape/policy';
import { policyLayers } from '../shape/policy-layer';
import { thresholdsAt } from '../shape/share-of-window';

export const codex: Policy = {
  version: POLICY_VERSION,
  id: 'codex',
  title: 'Codex CLI',
  explains: 'Compacts at 90 % of the window, looked at before every call and between turns.',
  sources: [
    'openai/codex at 343074d (2026-08-22): compact_remote_v2, session/turn, context_manager/history',
    'Checked against recorded automatic compactions of 0.140 to 0.142',
  ],
  counter: 'rough',
  since: 'json-items',
  countsOldReasoning: true,
  looks: 'calls-without-prompt',
  maxOutputTokens: 128_000,
  eras: [{ thresholds: thresholdsAt({ percent: 90 }) }],
  layers: policyLayers({
    'full-compact': {
      summaryTokens: 2_500,
      keeps: 'prompts',
      keptRoundTokens: 64_000,
      summaryStands: 'last',
      restores: 'nothing',
      namesTranscript: false,
    },
  }),
};
