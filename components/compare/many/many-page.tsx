'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { openedRows, preferences, sessionList } from '@/components/shell/stores';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-note';
import { isSameValue } from '@/lib/base/same-value';
import { policyOfAgent } from '@/lib/policies/index';
import { counted } from '@/lib/series/words/format-number';
import type { CompareView } from '@/lib/state/compare/compare-link';
import { comparedSessionsOf } from '@/lib/state/compare/many/compared-sessions-of';
import type { ManySession } from '@/lib/state/compare/many/many-comparison';
import { hasMoreThanRows, manyPolicies } from '@/lib/state/compare/many/row-policies';
import { chosenEntries, type SessionChoice } from '@/lib/state/compare/many/session-choice';
import { usualView, viewToQuery } from '@/lib/state/sessions/list-view';
import { entriesOf, type SessionEntry } from '@/lib/state/sessions/session-entry';
import { recordedView } from '@/lib/state/simulate/simulated-session';
import type { Agent } from '@/lib/transcript/transcript';
import { ColumnChoice } from '../column-choice';
import { simulateAddress } from '../simulate-address';
import { useCompareAddress } from '../use-compare-address';
import styles from './many-page.module.css';
import { ManyProgressLine } from './many-progress-line';
import { manyComparison } from './many-store';
import { ManyTables } from './many-tables';
import { OpenRows } from './open-rows';

/** The sessions that the URL names, under several policies. */
export function ManyPage({ choice }: { readonly choice: SessionChoice }) {
  const isLoaded = useStore(sessionList, (state) => state.isLoaded);
  const { entries, sessions, withoutCalls } = useChosen(choice);
  const router = useRouter();
  useEffect(() => sessionList.getState().start(), []);
  const title = `Compare: ${counted(sessions.length, 'session')}`;
  useEffect(() => {
    if (isLoaded) document.title = `${title} · Highwater`;
  }, [title, isLoaded]);

  return (
    <main id="main" className={styles.view} aria-busy={!isLoaded}>
      <header className={styles.head}>
        <h1>{isLoaded ? title : 'Compare'}</h1>
        <p className={styles.note}>{choiceWords(choice)}</p>
        <div className={styles.actions}>
          <Link prefetch={false} href={listAddress(choice)}>
            Choose sessions
          </Link>
          <OpenRows
            onOpen={(file) => {
              void openedRows.getState().open(file.name, file);
              router.push('/compare?rows');
            }}
          />
        </div>
      </header>
      {isLoaded && sessions.length === 0 && (
        <EmptyState title="No session to compare">
          <p>{emptyWords(choice)}</p>
        </EmptyState>
      )}
      {sessions.length > 0 && <ComparedMany entries={entries} sessions={sessions} withoutCalls={withoutCalls} />}
    </main>
  );
}

interface ComparedManyProps {
  readonly entries: readonly SessionEntry[];
  readonly sessions: readonly ManySession[];
  readonly withoutCalls: number;
}

function ComparedMany({ entries, sessions, withoutCalls }: ComparedManyProps) {
  const agent = useMemo(() => usualAgent(entries), [entries]);
  const start = useCallback((view: CompareView) => manyComparison.getState().start(sessions, view), [sessions]);
  const problem = useCompareAddress(manyComparison, agent, start);
  const state = useStore(manyComparison);
  const { columns, baseline, rows, failure } = state;
  const policies = useMemo(() => manyPolicies(columns), [columns]);
  const compared = useMemo(
    () => comparedSessionsOf({ sessions, rows, baseline }, policies),
    [sessions, rows, baseline, policies],
  );
  const byId = useMemo(() => new Map(entries.map((entry) => [entry.id, entry])), [entries]);
  const addressOf = (id: string, policy: number) => {
    const view = policies[policy]?.column?.view ?? recordedView(byId.get(id)?.agent);
    return simulateAddress({ session: id, child: [] }, view, undefined);
  };
  const filed = () => {
    const all = sessions.flatMap(({ id }) =>
      policies.flatMap(({ key, name }) =>
        (rows.get(id)?.get(key)?.rows ?? []).map((row) => ({
          file: byId.get(id)?.fileName ?? id,
          ...row,
          policy: { ...row.policy, name },
        })),
      ),
    );
    return all;
  };
  return (
    <>
      {problem !== undefined && <ErrorNote what={problem} advice="Showing the default policies." />}
      {failure !== undefined && <ErrorNote {...failure} />}
      <ColumnChoice
        columns={columns}
        names={policies.slice(1).map(({ name }) => name)}
        recordedBy={policyOfAgent(agent) ?? null}
        onAdd={state.add}
        onRemove={state.remove}
      />
      {columns.some(({ view }) => hasMoreThanRows(view)) && (
        <p className={styles.note}>
          Over many sessions a policy is replayed from the start: pinned messages, commands and resets of one session
          are left out.
        </p>
      )}
      <ManyProgressLine />
      <ManyTables
        compared={compared}
        isComputing={state.progress !== undefined}
        addressOf={addressOf}
        onBaseline={(index) => state.chooseBaseline(index === 0 ? undefined : index - 1)}
        filedRows={filed}
        counts={{ losses: true, error: true }}
        notes={withoutCalls === 0 ? [] : [`Left out: ${counted(withoutCalls, 'session')} without model calls.`]}
      />
    </>
  );
}

/** The same objects while they say the same: the list is read again whenever anything in it changes. */
function useChosen(choice: SessionChoice) {
  const { stored, visit, samples } = useStore(sessionList);
  const showSamples = useStore(preferences, (state) => state.showSamples) || choice.type === 'sessions';
  const entries = useMemo(
    () => chosenEntries(entriesOf({ stored, visit, samples: showSamples ? samples : [] }), choice),
    [stored, visit, samples, showSamples, choice],
  );
  const found = useMemo((): readonly ManySession[] => {
    const imported = new Map<string, number>(stored.map(({ id, importedAtMs }) => [id, importedAtMs]));
    return entries
      .filter(({ calls }) => calls !== 0)
      .map(({ id, title, origin }) => ({
        id,
        title,
        importedAtMs: origin === 'stored' ? imported.get(id) : undefined,
      }));
  }, [entries, stored]);
  const [sessions, setSessions] = useState(found);
  if (sessions !== found && !isSameValue(sessions, found)) setSessions(found);
  return { entries, sessions, withoutCalls: entries.length - found.length };
}

/** Whose rules are known, and that most sessions are of. */
function usualAgent(entries: readonly SessionEntry[]): Agent | undefined {
  const counts = new Map<string, { agent: Agent; sessions: number }>();
  for (const { agent } of entries) {
    const policy = policyOfAgent(agent);
    if (agent === undefined || policy === undefined) continue;
    const known = counts.get(policy.id);
    counts.set(policy.id, { agent, sessions: (known?.sessions ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.sessions - a.sessions)[0]?.agent;
}

function choiceWords(choice: SessionChoice): string {
  switch (choice.type) {
    case 'all':
      return 'All in this browser.';
    case 'filter':
      return choice.search === '' ? 'All in the list.' : `Matching “${choice.search}”.`;
    case 'project':
      return `Recorded in ${choice.path}.`;
    case 'sessions':
      return 'Chosen from the list.';
  }
}

function emptyWords(choice: SessionChoice): string {
  if (choice.type === 'sessions') return 'They are not in this browser. Choose others from the list.';
  if (choice.type === 'filter') return 'Nothing in the list matches. Choose other words in Sessions.';
  return 'Import transcripts in Sessions.';
}

function listAddress(choice: SessionChoice): string {
  const search = choice.type === 'filter' ? choice.search : '';
  const query = viewToQuery({ ...usualView, search });
  query.set('choose', '');
  return `/?${query}`;
}
