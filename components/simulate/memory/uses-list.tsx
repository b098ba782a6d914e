import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import { counted } from '@/lib/series/words/format-number';
import { usedMemoryWords } from '@/lib/series/words/memory-words';
import type { UsesState } from '@/lib/state/simulate/project-memory';
import type { LeftBySession, UsedPlace } from '@/lib/worker/engine/memory-messages';
import styles from './memory-tab.module.css';
import { PlaceLink, type PlaceLinkProps } from './place-link';

interface UsesListProps extends Pick<PlaceLinkProps, 'onSelectCall' | 'onShow'> {
  readonly uses: UsesState;
  /** The earlier sessions, in order. */
  readonly titles: readonly LeftBySession[];
  onCount(): void;
}

/** [K2] Values of earlier sessions that this one needed, and that nothing in it had shown before. */
export function UsesList({ uses, titles, onCount, onSelectCall, onShow }: UsesListProps) {
  return (
    <section aria-labelledby="memory-uses">
      <h2 id="memory-uses" className={styles.title}>
        Used later across sessions
      </h2>
      {titles.length === 0 && <p className={styles.muted}>There is no earlier session to use anything of.</p>}
      {titles.length > 0 && (uses.type === 'unknown' || uses.type === 'counting') && (
        <div className={styles.buttons}>
          <Button onClick={onCount} disabled={uses.type === 'counting'}>
            {uses.type === 'counting' ? 'Counting…' : 'Count them'}
          </Button>
          <span className={styles.muted}>Compares every value of all these sessions.</span>
        </div>
      )}
      {uses.type === 'failed' && <ErrorNote {...uses.failure} />}
      {uses.type === 'counted' && titles.length > 0 && (
        <>
          <p className={styles.muted} role="status">
            {counted(uses.uses.length, 'value')} needed again: {summary(uses.uses)}.
          </p>
          <ul className={styles.list}>
            {uses.uses.map((use) => (
              <li key={`${use.value} ${use.used.message}`}>
                <code>{use.value}</code> <span className={styles.muted}>{usedMemoryWords[use.memory]}</span>
                <span className={styles.line}>
                  <PlaceLink
                    session={titles[use.was.session]?.id ?? ''}
                    call={use.wasCall}
                    message={use.was.message}
                    part={0}
                    {...{ onSelectCall, onShow }}
                  >
                    seen in {titles[use.was.session]?.title ?? 'this session'}
                  </PlaceLink>
                  <PlaceLink
                    session=""
                    call={use.usedCall}
                    message={use.used.message}
                    part={0}
                    {...{ onSelectCall, onShow }}
                  >
                    used here
                  </PlaceLink>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function summary(uses: readonly UsedPlace[]): string {
  const of = (memory: UsedPlace['memory']) => uses.filter((use) => use.memory === memory).length;
  return (['carried', 'kept', 'none'] as const).map((memory) => `${of(memory)} ${usedMemoryWords[memory]}`).join(', ');
}
