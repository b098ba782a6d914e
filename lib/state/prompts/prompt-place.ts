import type { CompactionPlace } from '../../worker/engine/compaction-messages';
import { writeViewLink } from '../simulate/view-link';
import type { RequestedSession } from './prompt-board';

/**
 * What a first compaction before a call would cover: in the recording, or in the simulation that the user came from.
 */
export function firstPlaceOf(about: RequestedSession | undefined, call: number): CompactionPlace {
  const choice = about?.simulated;
  return choice === undefined ? { type: 'recording', call } : { type: 'simulation', call, choice };
}

/** Which context of a session is compacted, for saved runs; undefined for that of the recording. */
export function viewText({ simulated }: Pick<RequestedSession, 'simulated'>): string | undefined {
  if (simulated === undefined) return undefined;
  const link = writeViewLink({ ...simulated, filters: {} });
  return link.ok ? link.value : JSON.stringify(simulated);
}
