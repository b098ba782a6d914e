import { exactNumber } from '@/lib/series/words/format-number';
import { groupWarnings } from '@/lib/series/words/group-warnings';
import type { Warning, WarningKind } from '@/lib/transcript/transcript';
import styles from './warning-list.module.css';

const kinds: Readonly<Record<WarningKind, string>> = {
  skipped: 'Skipped',
  repaired: 'Repaired',
  guessed: 'Guessed',
  noticed: 'Note',
};

const SHOWN_LINES = 300;

export function WarningList({ warnings }: { readonly warnings: readonly Warning[] }) {
  return (
    <ul className={styles.list}>
      {groupWarnings(warnings).map(({ kind, what, lines, count }) => (
        <li key={`${kind} ${what}`}>
          <span className={styles.kind}>{kinds[kind]}</span>
          {lines.length > 1 ? (
            <details>
              <summary>
                {what} <span className={styles.muted}>({exactNumber(count)} times)</span>
              </summary>
              <p className={styles.lines}>
                Lines {lines.slice(0, SHOWN_LINES).map(exactNumber).join(', ')}
                {lines.length > SHOWN_LINES && ` and ${exactNumber(lines.length - SHOWN_LINES)} more`}
              </p>
            </details>
          ) : (
            <span>
              {what}
              {count > 1 && <span className={styles.muted}> ({exactNumber(count)} times)</span>}
              {lines[0] !== undefined && <span className={styles.muted}>, line {exactNumber(lines[0])}</span>}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
