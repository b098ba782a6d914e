import { agentPolicy } from '../shape/agent-policy';
import { NO_RECORDING } from '../shape/no-recording';
import { policyLayers } from '../shape/policy-layer';

export const deepagents = agentPolicy({
  id: 'deepagents',
  title: 'deepagents',
  explains: 'Compacts at 85 % of the window; keeps the latest messages within 10 % of it.',
  sources: ['langchain-ai/deepagents at 23b83ad (2026-08-21): middleware/summarization, filesystem', NO_RECORDING],
  since: 'chars4',
  at: { percent: 85 },
  layers: policyLayers({
    'result-budget': { limit: 80_000, limitsByTool: {} },
    'shorten-arguments': {},
    'full-compact': {
      requestIs: 'text',
      resultCharacters: 0,
      keeps: 'messages',
      keptShare: 10,
      restores: 'nothing',
      namesTranscript: true,
    },
  }),
});
