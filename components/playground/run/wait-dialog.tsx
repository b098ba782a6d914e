import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import forms from '@/components/ui/forms.module.css';
import { TimeText } from '@/components/ui/time-text';
import { parseDuration } from '@/lib/agent/view/duration';
import styles from './wait-dialog.module.css';

interface WaitDialogProps {
  /** How far the clock of the run is ahead. */
  readonly passedMs: number;
  readonly isOpen: boolean;
  /** As typed after `/wait`. */
  onWait(time: string): void;
  onClose(): void;
}

const usual = [
  { title: '1 hour', time: '1h' },
  { title: '1 day', time: '1d' },
] as const;

/** Moves the clock of the run, which otherwise is that of the computer. */
export function WaitDialog({ passedMs, isOpen, onWait, onClose }: WaitDialogProps) {
  const waitFor = (time: string) => {
    onWait(time);
    onClose();
  };
  return (
    <Dialog title="Let time pass" isOpen={isOpen} onClose={onClose}>
      <RunClock passedMs={passedMs} />
      <div className={styles.usual}>
        {usual.map(({ title, time }) => (
          <Button key={time} onClick={() => waitFor(time)}>
            {title}
          </Button>
        ))}
      </div>
      <OtherTime onWait={waitFor} />
    </Dialog>
  );
}

function RunClock({ passedMs }: { readonly passedMs: number }) {
  const [nowMs] = useState(() => Date.now());
  return (
    <p>
      For this run it is <TimeText timeMs={nowMs + passedMs} withTime />. After a pause, the prompt cache has expired,
      layers that act by time act at the next call, and files are older. Undo takes the pause back.
    </p>
  );
}

function OtherTime({ onWait }: { onWait(time: string): void }) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const problemId = useId();
  return (
    <form
      className={styles.other}
      onSubmit={(event) => {
        event.preventDefault();
        const time = parseDuration(typed);
        if (time.ok) onWait(typed.trim());
        else setProblem(time.error);
      }}
    >
      <label className={forms.field}>
        Another time
        <input
          placeholder="90m, 6h, 2d 12h"
          spellCheck={false}
          value={typed}
          aria-invalid={problem !== undefined}
          aria-describedby={problemId}
          onChange={({ target }) => {
            setTyped(target.value);
            setProblem(undefined);
          }}
        />
      </label>
      <Button type="submit" disabled={typed.trim() === ''}>
        Let it pass
      </Button>
      <p id={problemId} className={styles.problem} role="status">
        {problem}
      </p>
    </form>
  );
}
