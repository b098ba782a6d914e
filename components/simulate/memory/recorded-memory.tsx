import { useMemo } from 'react';
import { loadEngine } from '@/components/shell/stores';
import { CallLink } from '@/components/ui/call-link';
import { NumberText } from '@/components/ui/number-text';
import { useAnswer } from '@/components/ui/use-answer';
import { counted } from '@/lib/series/words/format-number';
import type { SessionPlace } from '@/lib/state/sessions/session-place';
import type { LeftBySession } from '@/lib/worker/engine/memory-messages';
import styles from './memory-tab.module.css';
import { PlaceLink, type PlaceLinkProps } from './place-link';

interface RecordedMemoryProps extends Pick<PlaceLinkProps, 'onSelectCall' | 'onShow'> {
  readonly place: SessionPlace;
  readonly own: LeftBySession | undefined;
}

/** What the recording itself holds of memory: memories that were shown, and files that the agent wrote. */
export function RecordedMemory({ place, own, onSelectCall, onShow }: RecordedMemoryProps) {
  const ask = useMemo(
    () => place && (async (signal: AbortSignal) => (await loadEngine()).ask('system-pieces', {}, { signal })),
    [place],
  );
  const found = useAnswer(ask);
  if (found === undefined || 'what' in found) return null;
  const shown = found.pieces.filter(({ kind }) => kind === 'memories');
  const writes = own?.ownWrites ?? [];
  if (shown.length === 0 && writes.length === 0) return null;
  return (
    <section aria-labelledby="memory-recorded">
      <h2 id="memory-recorded" className={styles.title}>
        In the recording
      </h2>
      <ul className={styles.list}>
        {shown.map(({ name, times }) => (
          <li key={name}>
            Shown: {name} <span className={styles.muted}>{counted(times.length, 'time')}</span>{' '}
            {times[0] !== undefined && (
              <>
                <NumberText value={times[0].tokens} unit="tokens" isEstimate source="estimated from length" />{' '}
                <CallLink call={times[0].first} onSelectCall={onSelectCall} />
              </>
            )}
          </li>
        ))}
        {writes.map(({ path, message, call, problem }) => (
          <li key={`${message} ${path}`}>
            Written by the agent: {path}{' '}
            <PlaceLink session="" part={0} {...{ call, message, onSelectCall, onShow }}>
              in the messages
            </PlaceLink>
            {problem !== undefined && <p className={styles.muted}>Here it could not be saved: {problem}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
