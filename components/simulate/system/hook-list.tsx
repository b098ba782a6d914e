import { useState } from 'react';
import { CallLink } from '@/components/ui/call-link';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import { hookSums } from '@/lib/series/words/hook-words';
import type { HookRuns } from '@/lib/simulator/recorded/system-pieces';
import styles from './system-tab.module.css';

interface HookListProps {
  readonly hooks: readonly HookRuns[];
  readonly calls: number;
  onSelectCall(call: number): void;
  onShow(messageIndex: number, partIndex: number): void;
}

const SHOWN = 12;

/** Every run of a hook, whether or not the model saw its output. */
export function HookList({ hooks, calls, onSelectCall, onShow }: HookListProps) {
  if (hooks.length === 0) return null;
  const all = hooks.flatMap(({ runs }) => runs);
  return (
    <section aria-labelledby="system-hook-runs">
      <h2 id="system-hook-runs" className={styles.title}>
        Hooks that ran
      </h2>
      <p className={styles.muted}>
        {[counted(all.length, 'run'), ...hookSums(all)].join(', ')}. In the file, most hooks tell neither their time nor
        how they ended.
      </p>
      <ul className={styles.list}>
        {hooks.map((hook) => (
          <Hook
            key={JSON.stringify([hook.name, hook.event, hook.command])}
            {...{ hook, calls, onSelectCall, onShow }}
          />
        ))}
      </ul>
    </section>
  );
}

function Hook({ hook, calls, onSelectCall, onShow }: Omit<HookListProps, 'hooks'> & { readonly hook: HookRuns }) {
  const [showsAll, setShowsAll] = useState(false);
  const { event, name, command, runs } = hook;
  // Several may have run at one place.
  const places = [...new Map(runs.map((run) => [`${run.message} ${run.call}`, run])).values()];
  const sent = runs.filter(({ isSent }) => isSent).length;
  return (
    <li>
      <span title={command}>{name ?? event}</span>{' '}
      <span className={styles.muted}>
        {counted(runs.length, 'run')}, {sent === 0 ? 'no output for the model' : `${sent} with output for the model`}
        {hookSums(runs).map((words) => `, ${words}`)}
      </span>
      {command !== undefined && command !== '' && <p className={styles.command}>{command}</p>}
      <p className={styles.calls}>
        {(showsAll ? places : places.slice(0, SHOWN)).map(({ call, message, line }) => (
          <span key={line}>
            {call < calls ? <CallLink call={call} onSelectCall={onSelectCall} /> : 'after the last call'}
            {message !== undefined && (
              <>
                {', '}
                <button type="button" className={styles.more} onClick={() => onShow(message, 0)}>
                  message {exactNumber(message + 1)}
                </button>
              </>
            )}
          </span>
        ))}
        {places.length > SHOWN && (
          <button type="button" className={styles.more} aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show fewer' : counted(places.length - SHOWN, 'more place')}
          </button>
        )}
      </p>
    </li>
  );
}
