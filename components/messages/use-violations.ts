'use client';

import { useEffect, useState } from 'react';
import { type Failure, failureOf, isCancelled } from '@/lib/base/failure';
import type { MessageAsks } from '@/lib/state/messages/message-asks';
import type { Provider } from '@/lib/transcript/validate-request';
import type { SimulatedContext, Violation } from '@/lib/worker/engine/messages';

/** The request of a call that is only passed by is not checked. */
const ASK_AFTER_MS = 150;

export type Judgement = readonly Violation[] | Failure;

/** What a provider would reject about the call; undefined while unknown. */
export function useViolations(
  ask: Pick<MessageAsks, 'violations'>,
  context: SimulatedContext,
  provider: Provider,
): Judgement | undefined {
  const [judged, setJudged] = useState<{
    readonly context: SimulatedContext;
    readonly provider: Provider;
    readonly judgement: Judgement;
  }>();

  useEffect(() => {
    const asking = new AbortController();
    const { signal } = asking;
    const keep = (judgement: Judgement) => setJudged({ context, provider, judgement });
    const timer = setTimeout(() => {
      ask.violations({ call: context.call, side: 'after', provider }, { signal }).then(keep, (error: unknown) => {
        if (!isCancelled(error)) keep(failureOf(error));
      });
    }, ASK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [ask, context, provider]);

  return judged?.context === context && judged.provider === provider ? judged.judgement : undefined;
}
