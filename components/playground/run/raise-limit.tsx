import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import forms from '@/components/ui/forms.module.css';
import type { RunLimits } from '@/lib/agent/journal/entry';
import type { RunView } from '@/lib/agent/view/run-view';
import { type RaisedLimit, raisedLimit } from '@/lib/state/playground/raised-limit';
import styles from './run-notices.module.css';

interface RaiseLimitProps {
  readonly run: Pick<RunView, 'status' | 'limits'>;
  onRaise(limits: RunLimits): void;
}

/** Only at a limit of the whole run: it is never raised without a question. */
export function RaiseLimit({ run: { status, limits }, onRaise }: RaiseLimitProps) {
  const [isAsked, setIsAsked] = useState(false);
  const raised = status.type === 'help' ? raisedLimit(status.why, limits) : undefined;
  if (raised === undefined) return null;
  return (
    <div className={styles.rest}>
      <p>The limit of the whole run was reached. Nothing more is sent until you raise it.</p>
      <Button look="main" onClick={() => setIsAsked(true)}>
        Raise the limit…
      </Button>
      <Dialog title="Raise the limit of the whole run?" isOpen={isAsked} onClose={() => setIsAsked(false)}>
        <Question
          raised={raised}
          onRaise={() => {
            setIsAsked(false);
            onRaise(raised.limits);
          }}
          onClose={() => setIsAsked(false)}
        />
      </Dialog>
    </div>
  );
}

interface QuestionProps {
  readonly raised: RaisedLimit;
  onRaise(): void;
  onClose(): void;
}

function Question({ raised: { spent, most }, onRaise, onClose }: QuestionProps) {
  return (
    <div className={forms.form}>
      <p>
        So far: {spent}, with agents and tasks. The agent goes on, and stops again at {most}. Another limit can be set
        in the Policy tab.
      </p>
      <div className={forms.buttons}>
        <Button look="main" onClick={onRaise}>
          Raise to {most} and continue
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </div>
  );
}
