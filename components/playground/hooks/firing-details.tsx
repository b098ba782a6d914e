import type { ShownFiring } from '@/lib/agent/view/hooks-view';
import { exactNumber } from '@/lib/series/words/format-number';
import styles from './hooks.module.css';
import { ScrolledText } from './scrolled-text';

interface FiringDetailsProps {
  readonly firing: ShownFiring;
  /** Which one it is, for the names of its texts. */
  readonly name: string;
  /** It was only tried. */
  readonly isTried?: boolean;
}

/** What a hook was told, how it ended, and what followed. */
export function FiringDetails({ firing, name, isTried = false }: FiringDetailsProps) {
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
      {stdout !== '' && <Output title="Output" name={name} text={stdout} />}
      {stderr !== '' && <Output title="Errors (stderr)" name={name} text={stderr} />}
      <details className={styles.help}>
        <summary>Input</summary>
        <ScrolledText label={`Input, ${name}`} text={input} />
      </details>
    </div>
  );
}

interface OutputProps {
  readonly title: string;
  readonly name: string;
  readonly text: string;
}

function Output({ title, name, text }: OutputProps) {
  return (
    <div>
      <p className={styles.muted}>{title}</p>
      <ScrolledText label={`${title}, ${name}`} text={text} />
    </div>
  );
}
