import { Button } from '@/components/ui/button';
import { TimeText } from '@/components/ui/time-text';
import { exactNumber } from '@/lib/series/words/format-number';
import type { StoredRun } from '@/lib/storage/stored-run';
import styles from './first-visit.module.css';
import { suggestions } from './suggestions';

interface FirstVisitProps {
  /** To go on with. */
  readonly latest: StoredRun | undefined;
  onSay(text: string): void;
  onOpen(id: string): void;
  /** To choose a model, a policy or files before anything is said; missing where they can be chosen already. */
  readonly onPrepare: (() => void) | undefined;
}

/** Nothing runs yet: one press starts. */
export function FirstVisit({ latest, onSay, onOpen, onPrepare }: FirstVisitProps) {
  const [first, ...others] = suggestions;
  return (
    <div className={styles.visit}>
      <h2>An agent at work, and what becomes of its context</h2>
      <p>
        It works on a small repository in this browser, in a window of 20,000 tokens, so that every layer of the policy
        has something to do within a minute. It is scripted: no key is needed, and nothing leaves the browser.
      </p>
      <div className={styles.chips}>
        <Button look="main" onClick={() => onSay(first)}>
          Start: {first}
        </Button>
        {others.map((text) => (
          <Button key={text} className={styles.chip} onClick={() => onSay(text)}>
            {text}
          </Button>
        ))}
        {onPrepare !== undefined && (
          <Button look="quiet" onClick={onPrepare}>
            Choose a model, a policy or other files first
          </Button>
        )}
      </div>
      {latest !== undefined && (
        <p>
          <Button onClick={() => onOpen(latest.id)}>Go on with “{latest.title}”</Button>{' '}
          <span className={styles.muted}>
            {exactNumber(latest.calls)} calls, last at work <TimeText timeMs={latest.changedMs} withTime />
          </span>
        </p>
      )}
    </div>
  );
}
