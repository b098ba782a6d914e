import Link from 'next/link';
import { useStore } from 'zustand';
import { openedSession } from '@/components/shell/stores';
import { playground } from '@/lib/policies/presets/playground';
import type { SummaryPrompt } from '@/lib/prompts/summary-prompt';
import { withPrompt } from '@/lib/state/policy/policy-prompts';
import { recordedView, whatIfOf } from '@/lib/state/simulate/simulated-session';
import { policyHash } from '@/lib/state/simulate/view-link';
import { prompts } from '../stores/prompt-stores';

/** Links to the other views with a policy that carries the prompt, text included. */
export function TryPrompt({ prompt }: { readonly prompt: SummaryPrompt }) {
  const about = useStore(prompts, (state) => state.about);
  const { state } = useStore(openedSession);
  if (about === undefined || state.type !== 'open') return null;
  const { policy } = whatIfOf(about.simulated ?? recordedView(state.session.summary.agent));
  const inSimulate = policyHash(withPrompt(policy, prompt));
  const inPlayground = policyHash(withPrompt(playground, prompt));
  return (
    <>
      <Link prefetch={false} href={`/prompts/experiments?${about.place}&prompt=${encodeURIComponent(prompt.id)}`}>
        Try on my sessions
      </Link>
      {inPlayground !== undefined && (
        <Link prefetch={false} href={`/playground${inPlayground}`}>
          Try in Playground
        </Link>
      )}
      {inSimulate !== undefined && (
        <Link prefetch={false} href={`/simulate?${about.place}${inSimulate}`}>
          Use in Simulate
        </Link>
      )}
    </>
  );
}
