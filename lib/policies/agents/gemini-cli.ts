import { agentPolicy } from '../shape/agent-policy';
import { NO_RECORDING } from '../shape/no-recording';
import { policyLayers } from '../shape/policy-layer';

export const geminiCli = agentPolicy({
  id: 'gemini-cli',
  title: 'Gemini CLI',
  explains:
    'Shortens results beyond 50,000 tokens, and compacts at half of the window, by the prompt of the last call alone.',
  sources: [
    'google-gemini/gemini-cli at 5411f11 (2026-08-21): context/{chatCompressionService, toolOutputMaskingService}, core/geminiChat',
    'Masking from 2026-02-06 on. Of the results of shells it keeps lines instead; here: characters as of all',
    NO_RECORDING,
  ],
  usage: 'prompt',
  since: 'nothing',
  latchesWhenInflated: true,
  maxOutputTokens: 65_536,
  exemptTools: ['activate_skill', 'ask_user', 'enter_plan_mode', 'exit_plan_mode'],
  at: { percent: 50 },
  layers: policyLayers({
    'prune-results': {
      protectTokens: 50_000,
      minFreedTokens: 30_000,
      comparison: 'at-least',
      when: 'calls',
      protectTurns: 0,
      protectMessages: 1,
      stopsAt: 'nothing',
      skipsErrors: false,
      replacedBy: 'ends',
      gateSubtracts: true,
    },
    'full-compact': {
      requestIs: 'messages',
      checksSummary: true,
      keeps: 'from-prompt',
      keptShare: 30,
      keptShareOf: 'conversation',
      acknowledges: true,
      restores: 'nothing',
      namesTranscript: false,
    },
  }),
});
