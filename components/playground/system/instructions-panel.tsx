import { NumberText } from '@/components/ui/number-text';
import type { InstructionsView } from '@/lib/agent/view/system-view';
import { EffectiveText } from './effective-text';
import { InstructionLevels } from './instruction-levels';
import styles from './system.module.css';

interface InstructionsPanelProps {
  readonly instructions: InstructionsView;
  onShow(path: string): void;
}

/** [I1] [I3] The levels, the effective text, and why each file was loaded. */
export function InstructionsPanel({ instructions, onShow }: InstructionsPanelProps) {
  const { levels, pieces, tokens, events } = instructions;
  const count = levels.reduce((sum, { files }) => sum + files.length, 0);
  return (
    <details className={styles.panel}>
      <summary>
        Instructions: {count} {count === 1 ? 'file' : 'files'} loaded,{' '}
        <NumberText value={tokens} unit="tokens" isEstimate /> tokens in the first message
      </summary>
      <div className={styles.inside}>
        <InstructionLevels levels={levels} onShow={onShow} />
        {pieces.length > 0 && (
          <>
            <h2 className={styles.heading}>Effective text</h2>
            <EffectiveText pieces={pieces} />
          </>
        )}
        <h2 className={styles.heading}>Loads</h2>
        {events.length === 0 ? (
          <p className={styles.muted}>No instructions were loaded.</p>
        ) : (
          <ol className={styles.events} aria-label="Instructions loaded">
            {events.map(({ path, level, reason, because, call, timeMs }) => (
              <li key={`${timeMs} ${call} ${path} ${reason}`}>
                <span className={styles.path}>{path}</span>
                <span className={styles.muted}>
                  {level}, {reason}
                  {because !== undefined && `: ${because}`}, before call {call + 1}
                </span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </details>
  );
}
