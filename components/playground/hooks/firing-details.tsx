import type { ShownFiring } from '@/lib/agent/view/hooks-view';
import { exactNumber } from '@/lib/series/words/format-number';
import styles from './hooks.module.css';

interface FiringDetailsProps {
  readonly firing: ShownFiring;
  /** It was only tried. */
  readonly isTried?: boolean;
}

/** What a hook was told, how it ended, and what followed. */
export function FiringDetails({ firing, isTried = false }: FiringDetailsProps) {
  const { exit, stdout, stderr, tookMs, tokens, effect, input } = firing;
  return (
    <div className={styles.firing} data-firing={isTried ? 'tried' : 'logged'}>
      <p>
        {exit === null ? 'Stopped at its time limit' : `Exit code ${exit}`}, {exactNumber(tookMs)} ms
        {tokens > 0 && `, ${exactNumber(tokens)} tokens added`}
      </p>
      {effect.length === 0 ? (
        <p className={styles.muted}>No effect.</p>
      ) : (
        <ul className={styles.effects}>
          {effect.map((words) => (
            <li key={words}>{isTried ? words.replace(/^Blocked/, 'Would block') : words}</li>
          ))}
        </ul>
      )}
      {stdout !== '' && <Output title="Output" text={stdout} />}
      {stderr !== '' && <Output title="Errors (stderr)" text={stderr} />}
      <details className={styles.help}>
        <summary>Input</summary>
        <pre>{input}</pre>
      </details>
    </div>
  );
}

function Output({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <p className={styles.muted}>{title}</p>
      <pre>{text}</pre>
    </div>
  );
}
