'use client';

import { useState } from 'react';

interface LookedAt {
  /** Below 0 before the first. */
  readonly call: number;
  /** Missing while the newest is looked at, whichever that is. */
  readonly chosen: number | undefined;
  select(call: number): void;
  follow(): void;
}

/** The call that all parts of the view tell of. What was chosen in one run says nothing of another. */
export function useLookedAtCall(runId: string | undefined, calls: number): LookedAt {
  const [choice, setChoice] = useState<{ readonly runId: string | undefined; readonly call: number }>();
  // Calls that were taken back cannot be looked at.
  const isThere = choice !== undefined && choice.runId === runId && choice.call < calls - 1;
  const chosen = isThere ? choice.call : undefined;
  return {
    call: chosen ?? calls - 1,
    chosen,
    select: (call) => setChoice(call >= calls - 1 ? undefined : { runId, call: Math.max(0, call) }),
    follow: () => setChoice(undefined),
  };
}
