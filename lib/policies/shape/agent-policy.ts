import { defaultsOf } from '../../layers/shape/setting';
import { POLICY_VERSION, type Policy } from './policy';
import { thresholdSettings } from './threshold-settings';
import type { ThresholdRule } from './thresholds';

type AgentPolicy = Partial<Policy> &
  Pick<Policy, 'id' | 'title' | 'explains' | 'sources' | 'layers'> & { readonly at: Partial<ThresholdRule> };

/** An agent that counts from the latest usage, and compacts at a share of the window or so many tokens before its end. */
export function agentPolicy({ at, ...given }: AgentPolicy): Policy {
  const none = { reserve: 'none', reserveCapTokens: 0, bufferTokens: 0 } as const;
  return {
    version: POLICY_VERSION,
    counter: 'rough',
    maxOutputTokens: 32_000,
    eras: [{ thresholds: { ...defaultsOf(thresholdSettings), ...none, ...at } }],
    ...given,
  };
}
