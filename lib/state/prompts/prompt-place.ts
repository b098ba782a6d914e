import type { CompactionPlace } from '../../worker/engine/compaction-messages';
import type { Prompts } from './prompts';

/**
 * What a first compaction before a call would cover: in the recording, or in the simulation that the user came from.
 */
export function firstPlaceOf(about: Prompts['about'], call: number): CompactionPlace {
  const choice = about?.simulated;
  return choice === undefined ? { type: 'recording', call } : { type: 'simulation', call, choice };
}
