'use client';

import { useState } from 'react';

interface LookedAt {
  /** Negative before the first. */
  readonly call: number;
  /** Missing while the latest call is followed. */
  readonly chosen: number | undefined;
  select(call: number): void;
  follow(): void;
}

/** The call that all parts of the view show. A selection does not carry over to another run. */
export function useViewedCall(runId: string | undefined, calls: number): LookedAt {
  const [choice, setChoice] = useState<{ readonly runId: string | undefined; readonly call: number }>();
  // Undone calls cannot be shown.
  const isThere = choice !== undefined && choice.runId === runId && choice.call < calls - 1;
  const chosen = isThere ? choice.call : undefined;
  return {
    call: chosen ?? calls - 1,
    chosen,
    select: (call) => setChoice(call >= calls - 1 ? undefined : { runId, call: Math.max(0, call) }),
    follow: () => setChoice(undefined),
  };
}
