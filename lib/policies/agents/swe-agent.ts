import { agentPolicy } from '../shape/agent-policy';
import { NO_RECORDING } from '../shape/no-recording';
import { policyLayers } from '../shape/policy-layer';

export const sweAgent = agentPolicy({
  id: 'swe-agent',
  title: 'SWE-agent, last 5 observations',
  explains: 'Before every call, all but the latest 5 results are replaced by a note. No summary.',
  sources: ['SWE-agent/SWE-agent at 3ea751c (2026-07-16): history processors', NO_RECORDING],
  at: { isAutomatic: false },
  layers: policyLayers({
    'microcompact-counting': { keep: 5, longerThanTokens: 0, longerThanCharacters: 0, minSavingTokens: 0 },
  }),
});
