'use client';

import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useApiAccess } from '@/components/api/api-stores';
import { KeyDialog } from '@/components/api/key-dialog';
import { useHasKey } from '@/components/api/use-has-key';
import { sessionList } from '@/components/shell/stores';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import { promptLibrary } from '../stores/prompt-stores';
import { ExperimentList } from './experiment-list';
import styles from './experiments-page.module.css';
import { ExperimentView } from './matrix/experiment-view';
import { SetUp } from './set-up/set-up';
import { experiments } from './stores/experiment-stores';

/** A kept experiment, or the list of them with the set-up of a new one. */
export function ExperimentsPage() {
  const query = useSearchParams();
  const id = query.get('id') ?? undefined;
  const [isKeyShown, setIsKeyShown] = useState(false);
  const hasKey = useHasKey();
  const failure = useStore(experiments, (state) => state.failure);
  const title = useStore(experiments, ({ opened }) => (id === undefined ? undefined : opened[id]?.experiment.title));

  useEffect(() => experiments.getState().start(), []);
  useEffect(() => sessionList.getState().start(), []);
  useEffect(() => promptLibrary.getState().start(), []);
  useApiAccess();
  useEffect(() => {
    document.title = `${title ?? 'Experiments'} · Highwater`;
  }, [title]);

  return (
    <main id="main" className={styles.view}>
      <header className={styles.header}>
        <h1>{id === undefined ? 'Experiments' : `Experiment: ${title ?? ''}`}</h1>
        <div className={styles.actions}>
          <Button onClick={() => setIsKeyShown(true)}>{hasKey ? 'Key: set' : 'Key: not set'}</Button>
          {id !== undefined && (
            <Link href="/prompts/experiments" prefetch={false}>
              All experiments
            </Link>
          )}
        </div>
      </header>
      {failure !== undefined && <ErrorNote {...failure} />}
      {id === undefined ? (
        <>
          <SetUp />
          <ExperimentList />
        </>
      ) : (
        <ExperimentView key={id} id={id} />
      )}
      <KeyDialog isOpen={isKeyShown} onClose={() => setIsKeyShown(false)} />
    </main>
  );
}
