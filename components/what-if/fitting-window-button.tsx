import { Button } from '@/components/ui/button';
import type { Policy } from '@/lib/policies/shape/policy';
import { exactNumber } from '@/lib/series/words/format-number';
import { fittingWords } from '@/lib/series/words/recording-words';
import { type FittingWindow, fittingPolicy } from '@/lib/simulator/explain/fitting-window';
import { isSamePolicy } from '@/lib/state/policy/policy-standard';

interface FittingWindowButtonProps {
  readonly own: Policy;
  readonly shown: Policy;
  readonly fitting: FittingWindow;
  onChoosePolicy(policy: Policy): void;
}

/** [P4] The agent's own policy, with the version and the window under which it compacts where the recording did. */
export function FittingWindowButton({ own, shown, fitting, onChoosePolicy }: FittingWindowButtonProps) {
  const policy = fittingPolicy(own, fitting);
  if (isSamePolicy(policy, shown)) return null;
  const { exact, compactions } = fitting;
  return (
    <Button
      onClick={() => onChoosePolicy(policy)}
      title={`With it, ${exactNumber(exact)} of ${exactNumber(compactions)} recorded compactions come at the exact call`}
    >
      Use {fittingWords(own, fitting)}
    </Button>
  );
}
