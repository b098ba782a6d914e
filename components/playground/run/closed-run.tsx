import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import type { PlaygroundRun } from '@/lib/state/playground/playground';
import notices from './run-notices.module.css';

interface ClosedRunProps {
  readonly open: Extract<PlaygroundRun, { readonly type: 'busy' | 'failed' }>;
  onCopy(id: string): void;
  onNew(): void;
}

/** Why the requested run is not open here. */
export function ClosedRun({ open, onCopy, onNew }: ClosedRunProps) {
  const words =
    open.type === 'failed'
      ? { what: open.what, advice: open.advice }
      : {
          what: 'This run is open in another tab.',
          advice: 'Two tabs on one run would overwrite each other. Open a copy to continue independently.',
        };
  return (
    <div className={notices.closed}>
      <ErrorNote look={open.type === 'failed' ? 'danger' : 'notice'} {...words}>
        <div className={notices.buttons}>
          {open.type === 'busy' && (
            <Button look="main" onClick={() => onCopy(open.id)}>
              Open a copy
            </Button>
          )}
          <Button onClick={onNew}>New run</Button>
        </div>
      </ErrorNote>
    </div>
  );
}
