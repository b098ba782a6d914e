import { Button } from '@/components/ui/button';
import { TimeText } from '@/components/ui/time-text';
import { firstTask } from '@/lib/agent/scripted/first-task';
import { exactNumber } from '@/lib/series/words/format-number';
import type { StoredRun } from '@/lib/storage/stored-run';
import styles from './first-visit.module.css';

interface FirstVisitProps {
  /** To continue. */
  readonly latest: StoredRun | undefined;
  onSay(text: string, followUps?: readonly string[]): void;
  onOpen(id: string): void;
  onShowLessons(): void;
  /** To choose a model, a policy or files before the first prompt; missing if they can be chosen already. */
  readonly onPrepare: (() => void) | undefined;
}

/** Nothing runs yet: one click starts. */
export function FirstVisit({ latest, onSay, onOpen, onShowLessons, onPrepare }: FirstVisitProps) {
  const [first, ...later] = firstTask;
  return (
    <div className={styles.visit}>
      <h2>Watch an agent work and see what happens to its context</h2>
      <p>
        The agent works on a small repository in your browser. Its window is only 20,000 tokens, so every layer of the
        policy comes into play within a minute. It is scripted: no key needed, and nothing leaves the browser.
      </p>
      <div className={styles.chips}>
        <Button look="main" onClick={() => onSay(first, later)}>
          Try: {firstTask.join(' ')}
        </Button>
        {suggestions.map((text) => (
          <Button key={text} className={styles.chip} onClick={() => onSay(text)}>
            {text}
          </Button>
        ))}
        <Button className={styles.chip} onClick={onShowLessons}>
          Learn each layer in a short lesson
        </Button>
        {onPrepare !== undefined && (
          <Button look="quiet" onClick={onPrepare}>
            Choose a model, policy or files first
          </Button>
        )}
      </div>
      {latest !== undefined && (
        <p>
          <Button onClick={() => onOpen(latest.id)}>Resume “{latest.title}”</Button>{' '}
          <span className={styles.muted}>
            {exactNumber(latest.calls)} calls, last active <TimeText timeMs={latest.changedMs} withTime />
          </span>
        </p>
      )}
    </div>
  );
}

/** Other prompts for the sample repository. */
const suggestions = [
  'Fix the failing tests.',
  'Read the documentation and tell me what it says about amounts.',
] as const;
