'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import type { TriedHook } from '@/lib/agent/view/hooks-view';
import { type Failure, failureOf } from '@/lib/base/failure';
import type { Hook } from '@/lib/hooks/hook-settings';
import { settingsPlaces } from '@/lib/hooks/settings-source';
import type { RunAsks } from '@/lib/state/playground/run-asks';
import { FiringDetails } from './firing-details';
import styles from './hooks.module.css';

interface HookListProps {
  readonly hooks: readonly Hook[];
  /** Missing where another tab has the run. */
  readonly ask: RunAsks['tryHook'] | undefined;
}

/** [H3] In the order of their sources. */
export function HookList({ hooks, ask }: HookListProps) {
  if (hooks.length === 0) return <p className={styles.muted}>None. Add an example above, and save it.</p>;
  return (
    <ul className={styles.list}>
      {hooks.map((hook) => (
        <HookRow key={hook.id} hook={hook} ask={ask} />
      ))}
    </ul>
  );
}

function HookRow({ hook, ask }: { readonly hook: Hook; readonly ask: HookListProps['ask'] }) {
  const [tried, setTried] = useState<TriedHook>();
  const [failure, setFailure] = useState<Failure>();
  const [isTrying, setIsTrying] = useState(false);
  const { event, matcher, condition, handler, source, line } = hook;
  const place = source === 'granted' ? '' : settingsPlaces[source].title;
  const run = async () => {
    if (ask === undefined) return;
    setIsTrying(true);
    setFailure(undefined);
    try {
      setTried(await ask(hook.id));
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setIsTrying(false);
    }
  };
  return (
    <li className={styles.hook}>
      <p className={styles.head}>
        <strong>
          {event}
          {matcher !== '' && `: ${matcher}`}
        </strong>
        {condition !== undefined && <code>if {condition}</code>}
        <span className={styles.muted}>
          {handler.type}, {place}, line {line}
        </span>
      </p>
      <p className={styles.command}>
        {'command' in handler ? handler.command : 'prompt' in handler ? handler.prompt : handler.url}
      </p>
      {ask !== undefined && (
        <div className={styles.bar}>
          <Button disabled={isTrying} onClick={() => void run()}>
            {isTrying ? 'Trying…' : 'Try on the last event'}
          </Button>
          <p className={styles.muted} role="status">
            {tried === undefined
              ? 'Nothing is stored, and no file changes.'
              : tried.isMadeUp
                ? 'There was no such event yet: it was tried on one that is made up.'
                : 'Tried on the latest such event.'}
          </p>
        </div>
      )}
      {failure !== undefined && <ErrorNote {...failure} />}
      {tried !== undefined && <FiringDetails firing={tried.firing} name={`tried, ${place} line ${line}`} isTried />}
    </li>
  );
}
