import type { Usage } from '../../transcript/transcript';
import type { ModelReply } from '../journal/entry';

/** Missing where a run counts itself, in the way of everything else that it counts. */
export function reportedUsage({ usage, isUsageEstimated }: ModelReply): Usage | undefined {
  return isUsageEstimated === true ? undefined : usage;
}
