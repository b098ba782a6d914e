import { agentPolicy } from '../shape/agent-policy';
import { NO_RECORDING } from '../shape/no-recording';
import { policyLayers } from '../shape/policy-layer';

export const continueCli = agentPolicy({
  id: 'continue-cli',
  title: 'Continue CLI',
  explains: 'Compacts 15,000 tokens before what the reply leaves of the window; the summary is the model’s answer.',
  sources: [
    'continuedev/continue at d0a3c0b (2026-06-18): extensions/cli/compaction, util/tokenizer',
    'It looks before every call (and once more after tools): cli/stream/streamChatResponse and its compactionHelpers, later versions',
    'Its buffer is smaller for windows below about 90,000 tokens with replies below 15,000; here: 15,000 for all',
    NO_RECORDING,
  ],
  since: 'chars4',
  at: { reserve: 'whole', bufferTokens: 15_000 },
  layers: policyLayers({ 'full-compact': { summaryIs: 'answer', restores: 'nothing', namesTranscript: false } }),
});
