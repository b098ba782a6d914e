import type { Policy } from '../shape/policy';
import { policyLayers } from '../shape/policy-layer';
import { playground } from './playground';

/** The limits of memory at a tenth of their size, like those of the other layers. */
const remembering = policyLayers({
  'memory-recall': { mostMemories: 3, linesOfMemory: 40, bytesOfMemory: 1_024, bytesOfSession: 6_144 },
  'auto-memory': { indexLines: 40, indexBytes: 2_500 },
}).filter(({ isOn }) => isOn);

/** The playground's layers, and memory between the sessions of a project. */
export const playgroundMemory: Policy = {
  ...playground,
  id: 'playground-memory',
  title: 'Small window with memory',
  explains:
    'The small window of the playground, with memory: an agent saves what later sessions should know, and they recall it. Not used by any product.',
  sources: [...playground.sources, 'Synthetic: Claude Code’s memory with smaller limits'],
  layers: playground.layers.map((row) => remembering.find(({ layer }) => layer === row.layer) ?? row),
};
