import type { ActorId } from '../../layers/index';
import type { Trigger } from '../../layers/shape/layer';
import type { Reason } from '../../layers/shape/reason';

/** [G5] What a layer, or the gate, decided before a call, and why. */
export interface Verdict {
  readonly by: ActorId | 'gate';
  readonly trigger: Trigger;
  readonly type: 'idle' | 'unchanged' | 'changed' | 'failed' | 'open' | 'closed';
  readonly reason: Reason;
  readonly before: number;
  readonly after: number;
}
