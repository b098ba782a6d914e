'use client';

import { useCallback } from 'react';
import { useAnswer } from '@/components/shell/use-answer';
import type { Failure } from '@/lib/base/failure';
import type { MessageAsks } from '@/lib/state/messages/message-asks';
import type { Provider } from '@/lib/transcript/validate-request';
import type { SimulatedContext, Violation } from '@/lib/worker/engine/messages';

/** While one call is passed on the way to another, its request is not looked at. */
const ASK_AFTER_MS = 150;

export type Judgement = readonly Violation[] | Failure;

/** What a provider would say to what the call carries; nothing while that is not known. */
export function useViolations(
  ask: Pick<MessageAsks, 'violations'>,
  context: SimulatedContext,
  provider: Provider,
): Judgement | undefined {
  const judge = useCallback(
    (signal: AbortSignal) => ask.violations({ call: context.call, side: 'after', provider }, { signal }),
    [ask, context, provider],
  );
  return useAnswer(judge, ASK_AFTER_MS);
}
