import { agentPolicy } from '../shape/agent-policy';
import { NO_RECORDING } from '../shape/no-recording';
import { policyLayers } from '../shape/policy-layer';

export const langchain = agentPolicy({
  id: 'langchain',
  title: 'LangChain summarization',
  explains:
    'Compacts at a size that its user sets, here 85 % of the window; keeps the latest 20 messages, and summarises 4,000 tokens of the others.',
  sources: [
    'langchain-ai/langchain at 339eaa6 (2026-08-21): middleware/summarization',
    'It has no threshold by default; 85 % is assumed',
    'It summarises only the latest 4,000 tokens of what it removes, and cuts the first of these messages; here: whole messages',
    'Its ClearToolUses, a middleware of its own, is the layer of context editing, which is off here',
    NO_RECORDING,
  ],
  since: 'chars4',
  at: { percent: 85 },
  layers: policyLayers({
    'full-compact': {
      requestIs: 'text',
      resultCharacters: 0,
      lastTokens: 4_000,
      keeps: 'messages',
      keptRounds: 20,
      restores: 'nothing',
      namesTranscript: false,
    },
  }),
});
