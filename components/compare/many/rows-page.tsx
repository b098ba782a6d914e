'use client';

import Link from 'next/link';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { openedRows, sessionList } from '@/components/shell/stores';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-note';
import { RECORDED_POLICY } from '@/lib/rows/session-row';
import { counted } from '@/lib/series/words/format-number';
import { placesOfRows } from '@/lib/state/compare/many/places-of-rows';
import { columnOfRow, comparedInFile, filePolicies } from '@/lib/state/compare/many/rows-in-file';
import { entriesOf } from '@/lib/state/sessions/session-entry';
import { recordedView } from '@/lib/state/simulate/simulated-session';
import { simulateAddress } from '../simulate-address';
import styles from './many-page.module.css';
import { ManyTables } from './many-tables';
import { OpenRows } from './open-rows';

/** Rows that were computed elsewhere. */
export function RowsPage() {
  const { file, baseline, failure, open, chooseBaseline } = useStore(openedRows);
  const compared = useMemo(() => file && comparedInFile(file, baseline), [file, baseline]);
  const policies = useMemo(() => filePolicies(file?.rows ?? []), [file]);
  const { stored, visit, samples } = useStore(sessionList);
  const places = useMemo(
    () => placesOfRows(file?.rows ?? [], entriesOf({ stored, visit, samples })),
    [file, stored, visit, samples],
  );
  useEffect(() => sessionList.getState().start(), []);
  useEffect(() => {
    document.title = `Compare: ${file?.name ?? 'file of rows'} · Highwater`;
  }, [file]);

  const addressOf = (id: string, index: number) => {
    const [entry, policy] = [places.get(id), policies[index]];
    if (entry === undefined || policy === undefined) return undefined;
    const view = policy.id === RECORDED_POLICY ? recordedView(entry.agent) : columnOfRow(policy)?.view;
    return view && simulateAddress({ session: entry.id, child: [] }, view, undefined);
  };

  return (
    <main id="main" className={styles.view}>
      <header className={styles.head}>
        <h1>{compared === undefined ? 'Compare: file of rows' : `Compare: ${file?.name}`}</h1>
        {compared !== undefined && <p className={styles.note}>{counted(compared.sessions.length, 'session')}.</p>}
        <div className={styles.actions}>
          <Link prefetch={false} href="/compare?all">
            Sessions in this browser
          </Link>
          <OpenRows onOpen={(opened) => void open(opened.name, opened)} />
        </div>
      </header>
      {failure !== undefined && <ErrorNote {...failure} />}
      {compared === undefined ? (
        <EmptyState title="No file of rows is open">
          <p>
            Drop one here. <code>highwater replay PATHS --policy … --json &gt; rows.jsonl</code> writes them, on one
            machine or many.
          </p>
        </EmptyState>
      ) : (
        <ManyTables
          compared={compared}
          isComputing={false}
          addressOf={addressOf}
          onBaseline={chooseBaseline}
          filedRows={undefined}
          counts={file?.counts}
          notes={[
            ...(file?.counts?.losses === false ? ['Losses were not counted: “--losses” does that.'] : []),
            ...(file?.counts?.error === false
              ? [
                  'The error of the model was not measured, so recorded costs are without the requests for summaries: “--errors” does that.',
                ]
              : []),
            places.size === 0
              ? 'These sessions are not in this browser, so they cannot be opened from here. Import their transcripts to do that.'
              : `${counted(places.size, 'session')} of them ${places.size === 1 ? 'is' : 'are'} in this browser, and can be opened.`,
          ]}
        />
      )}
    </main>
  );
}
