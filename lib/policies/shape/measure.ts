import type { PolicySettings } from './policy-settings';

/** [W10] What a policy that counts from the latest usage adds to it. */
export interface Measure {
  readonly usage: 'total' | 'prompt';
  readonly since: 'rough' | 'json-items' | 'chars4' | 'texts' | 'nothing';
  readonly countsOldReasoning: boolean;
}

/** [W11] When a policy looks at the size. */
export type Looks = 'calls' | 'calls-without-prompt' | 'turns' | 'turns-without-prompt';

type Given = Partial<Pick<PolicySettings, 'usage' | 'since' | 'countsOldReasoning'>>;

export function measureOf({ usage = 'total', since = 'rough', countsOldReasoning = false }: Given): Measure {
  return { usage, since, countsOldReasoning };
}
