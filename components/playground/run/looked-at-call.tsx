import { Button } from '@/components/ui/button';
import { exactNumber } from '@/lib/series/words/format-number';
import styles from './looked-at-call.module.css';

interface LookedAtCallProps {
  readonly call: number;
  readonly calls: number;
  readonly isNewest: boolean;
  onNewest(): void;
}

/** The call shown in the tabs: the latest, as it arrives, or a selected one. */
export function ViewedCall({ call, calls, isNewest, onNewest }: LookedAtCallProps) {
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
