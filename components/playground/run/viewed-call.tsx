'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { exactNumber } from '@/lib/series/words/format-number';
import styles from './viewed-call.module.css';

interface ViewedCallProps {
  readonly call: number;
  readonly calls: number;
  readonly isNewest: boolean;
  onNewest(): void;
}

/** The call shown in the tabs: the latest, as it arrives, or a selected one. */
export function ViewedCall({ call, calls, isNewest, onNewest }: ViewedCallProps) {
  return (
    <p className={styles.call}>
      {calls > 0 && (
        <>
          <strong>Call {exactNumber(call + 1)}</strong>
          <span className={styles.muted}>
            of {exactNumber(calls)}
            {isNewest && ', latest'}
          </span>
          {!isNewest && (
            <Button look="quiet" onClick={onNewest}>
              Latest call
            </Button>
          )}
        </>
      )}
    </p>
  );
}

interface SelectedCall {
  /** Negative before the first. */
  readonly call: number;
  /** Missing while the latest call is followed. */
  readonly chosen: number | undefined;
  select(call: number): void;
  follow(): void;
}

/** The call that all parts of the view show. A selection does not carry over to another run. */
export function useViewedCall(runId: string | undefined, calls: number): SelectedCall {
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
