import type { Policy } from './policy';

/** The policy of a session was changed while it ran: until this call, the first under the next policy, it was another. */
export interface EarlierPolicy {
  readonly until: number;
  readonly policy: Policy;
  /** It had changed the context before that call when it was replaced, and the next policy looked at the result. */
  readonly actedBefore?: true;
}

interface PolicyOverTime {
  readonly policy: Policy;
  /** In the order of their calls. */
  readonly earlier?: readonly EarlierPolicy[];
}

export function policyOfCall({ policy, earlier = [] }: PolicyOverTime, call: number): Policy {
  return earlier.find(({ until }) => call < until)?.policy ?? policy;
}
