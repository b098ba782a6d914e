import { Button } from '@/components/ui/button';
import { policyOfAgent } from '@/lib/policies/index';
import type { Policy } from '@/lib/policies/shape/policy';
import { exactNumber } from '@/lib/series/words/format-number';
import type { FittingWindow } from '@/lib/simulator/explain/fitting-window';
import type { Agent } from '@/lib/transcript/transcript';

interface FittingWindowButtonProps {
  readonly agent: Agent | undefined;
  readonly fitting: FittingWindow;
  onChoosePolicy(policy: Policy): void;
}

/** [P4] The agent's own policy, with the window under which it compacts where the recording did. */
export function FittingWindowButton({ agent, fitting, onChoosePolicy }: FittingWindowButtonProps) {
  const policy = policyOfAgent(agent);
  if (policy === undefined) return null;
  const { windowTokens, maxOutputTokens = policy.maxOutputTokens, exact, compactions } = fitting;
  const replies = maxOutputTokens === policy.maxOutputTokens ? '' : ` and replies of ${exactNumber(maxOutputTokens)}`;
  return (
    <Button
      onClick={() => onChoosePolicy({ ...policy, windowTokens, maxOutputTokens })}
      title={`With it, ${exactNumber(exact)} of ${exactNumber(compactions)} recorded compactions come at the exact call`}
    >
      Use a window of {exactNumber(windowTokens)}
      {replies}
    </Button>
  );
}
