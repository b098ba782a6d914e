import { NumberText } from '@/components/ui/number-text';
import type { ShownInstructionFile, ShownLevel } from '@/lib/agent/view/system-view';
import styles from './system.module.css';

interface InstructionLevelsProps {
  readonly levels: readonly ShownLevel[];
  /** Missing where no file can be opened. */
  onShow?: ((path: string) => void) | undefined;
}

/** [I1] From low to high, with what was loaded from each and why. */
export function InstructionLevels({ levels, onShow }: InstructionLevelsProps) {
  return (
    <ol className={styles.levels} aria-label="Levels of instructions">
      {levels.map(({ level, title, places, files }) => (
        <li key={level}>
          <div className={styles.level}>
            <span className={styles.name}>{title}</span>
            <span className={styles.muted}>{places}</span>
          </div>
          {files.length > 0 && (
            <ul className={styles.loaded}>
              {files.map((file) => (
                <LoadedFile key={file.path} file={file} onShow={level === 'setup' ? undefined : onShow} />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

interface LoadedFileProps extends Pick<InstructionLevelsProps, 'onShow'> {
  readonly file: ShownInstructionFile;
}

function LoadedFile({ file: { path, tokens, reason, because, notes }, onShow }: LoadedFileProps) {
  return (
    <li>
      <div className={styles.level}>
        {onShow === undefined ? (
          <span className={styles.path}>{path}</span>
        ) : (
          <button type="button" className={styles.link} onClick={() => onShow(path)}>
            {path}
          </button>
        )}
        <NumberText value={tokens} unit="tokens" isEstimate />
        <span className={styles.muted}>
          {reason}
          {because !== undefined && `: ${because}`}
        </span>
      </div>
      {notes.map((note) => (
        <p key={note} className={styles.problem}>
          {note}
        </p>
      ))}
    </li>
  );
}
