import { asRecorded } from '../../policies/presets/as-recorded';
import type { Policy } from '../../policies/shape/policy';

/** The versions of one agent mean nothing in a recording of another. */
export function isOffered(preset: Policy, chosen: Policy | undefined, recordedBy: Policy | null | undefined): boolean {
  if (preset === recordedBy) return false;
  return preset !== asRecorded || recordedBy === undefined || (preset === chosen && recordedBy !== null);
}
