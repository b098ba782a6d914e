import { agentPolicy } from '../shape/agent-policy';
import { NO_RECORDING } from '../shape/no-recording';
import { policyLayers } from '../shape/policy-layer';

export const geminiCli = agentPolicy({
  id: 'gemini-cli',
  title: 'Gemini CLI',
  explains:
    'Compacts at half of the window, by the prompt of the last call alone; keeps the latest 30 % from a prompt on.',
  sources: [
    'google-gemini/gemini-cli at 5411f11 (2026-08-21): context/chatCompressionService, core/geminiChat',
    NO_RECORDING,
  ],
  usage: 'prompt',
  since: 'nothing',
  maxOutputTokens: 65_536,
  at: { percent: 50 },
  layers: policyLayers({
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
