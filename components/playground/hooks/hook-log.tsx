'use client';

import { useState } from 'react';
import { CallLink } from '@/components/ui/call-link';
import { TimeText } from '@/components/ui/time-text';
import type { ShownFiring } from '@/lib/agent/view/hooks-view';
import { exactNumber } from '@/lib/series/words/format-number';
import { FiringDetails } from './firing-details';
import styles from './hooks.module.css';

interface HookLogProps {
  readonly log: readonly ShownFiring[];
  onSelectCall(call: number): void;
}

const SHOWN = 30;

/** Each hook that ran, the latest first. */
export function HookLog({ log, onSelectCall }: HookLogProps) {
  const [most, setMost] = useState(SHOWN);
  const latest = log.toReversed();
  if (latest.length === 0) return <p className={styles.muted}>No hook has run yet.</p>;
  return (
    <>
      <ul className={styles.list}>
        {latest.slice(0, most).map((firing) => (
          <LogRow key={firing.place} firing={firing} onSelectCall={onSelectCall} />
        ))}
      </ul>
      {latest.length > most && (
        <button type="button" className={styles.more} onClick={() => setMost(most + SHOWN)}>
          Show {Math.min(SHOWN, latest.length - most)} more
        </button>
      )}
    </>
  );
}

function LogRow({ firing, onSelectCall }: Pick<HookLogProps, 'onSelectCall'> & { readonly firing: ShownFiring }) {
  const { event, timeMs, call, source, kind, runs, exit, tookMs, effect, isBlock } = firing;
  return (
    <li className={styles.hook} data-blocks={isBlock}>
      <details>
        <summary>
          <strong>{event}</strong>{' '}
          <span className={styles.muted}>
            <TimeText timeMs={timeMs} withTime /> · {source} {kind} · {exit === null ? 'stopped' : `exit ${exit}`} ·{' '}
            {exactNumber(tookMs)} ms
          </span>
          <span className={styles.summary}>{effect[0] ?? 'No effect'}</span>
        </summary>
        <p className={styles.command}>{runs}</p>
        <FiringDetails firing={firing} name={`run ${firing.place + 1}`} />
        <p className={styles.muted}>
          Before <CallLink call={call} onSelectCall={onSelectCall} />
        </p>
      </details>
    </li>
  );
}
