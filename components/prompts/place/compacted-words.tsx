import { useStore } from 'zustand';
import { NumberText } from '@/components/ui/number-text';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import { prompts } from '../stores/prompt-stores';
import styles from './place-bar.module.css';

/** What is compacted. */
export function CompactedWords() {
  const { about, calls, point } = useStore(prompts);
  const [call] = calls;
  if (call === undefined) return null;
  return (
    <p className={styles.compacted} aria-live="polite">
      {calls.length === 1 ? 'Compacted before ' : 'First compacted before '}
      <strong>call {exactNumber(call + 1)}</strong>
      {about?.simulated !== undefined && ` under “${about.simulated.policy.title}”`}
      {point !== undefined && (
        <>
          : {point.messages === 0 ? 'no messages in the file' : counted(point.messages, 'message')},{' '}
          <NumberText value={point.tokens} unit="tokens" isEstimate /> tokens
        </>
      )}
    </p>
  );
}
