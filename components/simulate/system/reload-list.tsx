import { CallLink } from '@/components/ui/call-link';
import { exactNumber } from '@/lib/series/words/format-number';
import type { Reloaded, SystemPiece } from '@/lib/simulator/recorded/system-pieces';
import styles from './system-tab.module.css';

interface ReloadListProps {
  readonly compactions: readonly Reloaded[];
  readonly pieces: readonly SystemPiece[];
  onSelectCall(call: number): void;
}

const SHOWN = 8;

/** What each compaction loaded again. */
export function ReloadList({ compactions, pieces, onSelectCall }: ReloadListProps) {
  const withPieces = compactions.filter(({ back, added, gone }) => back.length + added.length + gone.length > 0);
  if (withPieces.length === 0) return null;
  const names = (indices: readonly number[]) => {
    const shown = indices.slice(0, SHOWN).map((index) => lastName(pieces[index]?.name ?? ''));
    const rest = indices.length - shown.length;
    return `${shown.join(', ')}${rest > 0 ? ` and ${exactNumber(rest)} more` : ''}`;
  };
  return (
    <section aria-labelledby="system-compactions">
      <h2 id="system-compactions" className={styles.title}>
        After compactions
      </h2>
      <ul className={styles.list}>
        {withPieces.map(({ call, back, added, gone }) => (
          <li key={call}>
            <CallLink call={call} onSelectCall={onSelectCall} />
            {back.length > 0 && <p>Loaded again: {names(back)}</p>}
            {added.length > 0 && <p>New: {names(added)}</p>}
            {gone.length > 0 && <p>Gone: {names(gone)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function lastName(name: string): string {
  return name.split(/[\\/]/).at(-1) ?? name;
}
