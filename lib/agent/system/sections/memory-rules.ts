import { memoryRules as rulesFor } from '../../../memory/extraction/memory-rules';
import type { Section } from './section';

/** [A6] */
export const memoryRules: Section = {
  id: 'memory-rules',
  title: 'Memory rules',
  kind: 'dynamic',
  text: ({ memoryRoot, hasTeam }) => memoryRoot && rulesFor(memoryRoot, hasTeam),
  nothing: 'The policy does not save memories.',
};
