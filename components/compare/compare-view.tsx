'use client';

import Link from 'next/link';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { LossScatter } from '@/components/charts/compared/loss-scatter';
import { ScenarioTable } from '@/components/scenarios/scenario-table';
import { RulesDialog } from '@/components/session-rules/rules-dialog';
import { saveFile } from '@/components/sessions/save-file';
import { SessionTitle } from '@/components/shell/session-title';
import { ruleEditing } from '@/components/shell/stores';
import { useSessionView } from '@/components/shell/use-session-view';
import type { SessionViewProps } from '@/components/simulate/session-page';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-note';
import { ProgressBar } from '@/components/ui/progress-bar';
import { PlaceDialog, type ShownPlace } from '@/components/why/place-dialog';
import { PlaceLink } from '@/components/why/place-link';
import { sentence } from '@/lib/base/sentence';
import type { PartPlace } from '@/lib/fidelity/values/value-index';
import { policyOfAgent } from '@/lib/policies/index';
import { comparedOutcomes, comparisonTable, RECORDED } from '@/lib/series/tables/comparison-table';
import { costLossPoints } from '@/lib/series/tables/cost-loss-points';
import { summaryNote } from '@/lib/series/tables/what-if';
import { counted } from '@/lib/series/words/format-number';
import { modelErrorWords } from '@/lib/series/words/recording-words';
import {
  type CompareView as ComparedColumns,
  columnNames,
  keyOf,
  writeCompareLink,
} from '@/lib/state/compare/compare-link';
import type { CompareWork } from '@/lib/state/compare/comparison';
import { comparisonCsv, comparisonJson } from '@/lib/state/compare/comparison-file';
import { compareAddressOf } from '@/lib/state/compare/many/session-choice';
import { placeToQuery } from '@/lib/state/sessions/session-place';
import { recordedView } from '@/lib/state/simulate/simulated-session';
import type { OpenSession } from '@/lib/worker/engine/messages';
import { ColumnChoice } from './column-choice';
import { ColumnRules } from './column-rules';
import { CompareCharts } from './compare-charts';
import { ComparePart } from './compare-part';
import { comparison } from './compare-store';
import styles from './compare-view.module.css';
import { SavePicture } from './save-picture';
import { simulateAddress } from './simulate-address';
import { useCompareAddress } from './use-compare-address';

export function CompareView(props: SessionViewProps) {
  const { session, title, isSample } = props.opened;
  const query = placeToQuery(props.place);
  useSessionView('simulate', `/simulate?${query}`);
  useSessionView('prompts', `/prompts?${query}`);
  return (
    <main id="main" className={styles.view}>
      <header>
        <SessionTitle title={`Compare: ${title}`} isSample={isSample}>
          <ManyLink />
          <Link prefetch={false} href={`/simulate?${query}`}>
            Simulate this session
          </Link>
        </SessionTitle>
      </header>
      {session.timeline.calls === 0 ? (
        <EmptyState title="No model calls in this file">
          <p>Policies can only be compared on a session with model calls.</p>
        </EmptyState>
      ) : (
        <ComparedPolicies {...props} />
      )}
    </main>
  );
}

function ComparedPolicies({ opened: { session, title }, place }: SessionViewProps) {
  const problem = useSessionAddress(session);
  const scatter = useRef<HTMLDivElement>(null);
  const state = useStore(comparison);
  const { columns, policies, losses, rules, recordedLosses, recordedRules, recordedWithoutCache } = state;
  const { error, atWork, isStopped, failure } = state;
  const [listed, setListed] = useState<string>();
  const [shown, setShown] = useState<ShownPlace>();
  useRecountedRules();
  const names = useMemo(() => columnNames(columns), [columns]);
  const outcomes = useMemo(() => {
    const { summary, recordedBill: bill } = session;
    const missing = isStopped ? 'stopped' : undefined;
    const recording = {
      summary,
      bill,
      withoutCache: recordedWithoutCache,
      losses: recordedLosses ?? missing,
      rules: recordedRules ?? missing,
      summaryDollars: error?.summaries.cost,
    };
    const scenarios = columns.map((column, index) => {
      const policy = policies.get(keyOf(column));
      return {
        name: names[index] ?? '',
        simulation: policy?.simulation,
        withoutCache: policy?.withoutCache,
        losses: losses.get(keyOf(column)) ?? missing,
        rules: rules.get(keyOf(column)) ?? missing,
      };
    });
    return comparedOutcomes(recording, scenarios);
  }, [
    session,
    columns,
    names,
    policies,
    losses,
    rules,
    recordedLosses,
    recordedRules,
    recordedWithoutCache,
    isStopped,
    error,
  ]);
  const rulesOf = (name: string) => outcomes.find((each) => each.name === name)?.rules;
  const columnNamed = (name: string | undefined) => columns[names.indexOf(name ?? '')];
  const addressOf = (call: number) =>
    simulateAddress(place, columnNamed(listed)?.view ?? recordedView(session.summary.agent), call);
  const placeLink = (at: PartPlace) => (
    <PlaceLink
      rows={session.rows}
      place={at}
      onShow={(message, part) => setShown({ message, part, text: undefined })}
    />
  );
  const baseline = (state.baseline === undefined ? undefined : names[state.baseline]) ?? RECORDED;
  const points = costLossPoints(outcomes);
  const nameOf = ({ column }: CompareWork) => (column === 'recording' ? RECORDED : names[columns.indexOf(column)]);
  const isReplayed = columns.every((column) => policies.has(keyOf(column)));
  const file = { session: title, baseline, outcomes };

  return (
    <>
      {problem !== undefined && <ErrorNote what={problem} advice="Showing the default policies." />}
      {failure !== undefined && (
        <ErrorNote
          what={
            failure.tried === undefined
              ? failure.what
              : `${triedWords(failure.tried)} ${nameOf(failure.tried)}: ${failure.what}`
          }
          advice={`What is in the table stays. ${failure.advice}`}
        />
      )}
      <ColumnChoice
        columns={columns}
        names={names}
        recordedBy={policyOfAgent(session.summary.agent) ?? null}
        addressOf={({ view }) => simulateAddress(place, view, undefined)}
        onAdd={state.add}
        onRemove={state.remove}
      />
      <ComparePart
        title={`Change against ${baseline}`}
        buttons={
          <div className={styles.buttons}>
            <Button onClick={() => saveFile('compare.csv', new Blob([comparisonCsv(file)], { type: 'text/csv' }))}>
              CSV
            </Button>
            <Button
              onClick={() => saveFile('compare.json', new Blob([comparisonJson(file)], { type: 'application/json' }))}
            >
              JSON
            </Button>
          </div>
        }
      >
        <div className={styles.table}>
          <ScenarioTable
            rows={comparisonTable(outcomes, baseline)}
            baseline={baseline}
            onChoose={(name) => {
              const index = names.indexOf(name);
              comparison.getState().chooseBaseline(index === -1 ? undefined : index);
            }}
            opener={(row, name) => {
              const isOfRules = row === 'rules-kept' || row === 'rules-lost';
              return isOfRules && rulesOf(name) !== undefined ? () => setListed(name) : undefined;
            }}
          />
        </div>
        <div className={styles.progress}>
          <div className={styles.counting} role="status">
            {atWork !== undefined && (
              <>
                {atWork.what === 'replay' ? 'Replaying' : 'Counting losses'}: {nameOf(atWork)}
                <ProgressBar
                  label={`${atWork.what === 'replay' ? 'Replay' : 'Losses'} of ${nameOf(atWork)}, ${counted(atWork.total, 'call')}`}
                  value={atWork.done}
                  max={atWork.total}
                />
              </>
            )}
            {isStopped && (isReplayed ? 'Losses are not counted completely.' : 'Not all policies are replayed.')}
          </div>
          {atWork !== undefined && <Button onClick={state.cancel}>Cancel</Button>}
          {isStopped && <Button onClick={state.resume}>Resume</Button>}
        </div>
        <Notes session={session} />
      </ComparePart>
      <CompareCharts session={session} columns={columns} names={names} />
      <ComparePart
        title="Cost against loss"
        buttons={points.length > 0 && <SavePicture of={scatter} name="cost-loss" what="scatter" />}
      >
        {points.length === 0 ? (
          <p className={styles.note}>
            {atWork === undefined
              ? 'No run that finished has both a known cost and counted losses.'
              : 'Dots appear as the losses are counted.'}
          </p>
        ) : (
          <div className={styles.scatter}>
            <div ref={scatter}>
              <LossScatter points={points} />
            </div>
            <p className={styles.note}>
              On the dashed front, nothing is both cheaper and loses less. Runs that ended early are not shown. The
              diamond is the recording.
            </p>
          </div>
        )}
      </ComparePart>
      <ColumnRules
        name={listed}
        rules={(listed === undefined ? undefined : rulesOf(listed)) ?? []}
        addressOf={addressOf}
        placeLink={placeLink}
        onClose={() => setListed(undefined)}
      />
      <RulesDialog placeLink={placeLink} />
      <PlaceDialog rows={session.rows} shown={shown} onClose={() => setShown(undefined)} />
    </>
  );
}

function triedWords({ what }: CompareWork): string {
  return what === 'replay' ? 'Could not replay' : 'Could not count the losses of';
}

function useSessionAddress(session: OpenSession): string | undefined {
  const start = useCallback((view: ComparedColumns) => comparison.getState().start(session, view), [session]);
  return useCompareAddress(comparison, session.summary.agent, start);
}

/** The same policies over many sessions. */
function ManyLink() {
  const { columns, baseline } = useStore(comparison);
  return (
    <Link prefetch={false} href={`${compareAddressOf({ type: 'all' })}#${writeCompareLink({ columns, baseline })}`}>
      Compare over many sessions
    </Link>
  );
}

/** [K4] After an edit, as in the other views. */
function useRecountedRules(): void {
  const version = useStore(ruleEditing, (state) => state.version);
  const counted = useRef(version);
  useEffect(() => {
    if (version === counted.current) return;
    counted.current = version;
    comparison.getState().recountRules();
  }, [version]);
}

function Notes({ session: { recordedBill, timeline } }: { readonly session: SessionViewProps['opened']['session'] }) {
  const error = useStore(comparison, (state) => state.error);
  const guesses = timeline.events.filter(({ kind, isGuess }) => kind === 'full' && isGuess).length;
  const { callsWithoutUsage = 0, unfinishedOutputs = 0 } = recordedBill ?? {};
  return (
    <div className={styles.notes}>
      <h3>Error of the model on this session</h3>
      {error === undefined ? (
        <p>Computing…</p>
      ) : (
        <p>
          {error === null
            ? 'The compaction rules of this agent are unknown, so nothing predicts it.'
            : sentence(modelErrorWords(error))}
        </p>
      )}
      {error && recordedBill !== undefined && <p>{summaryNote(error.summaries)}</p>}
      {recordedBill === undefined && (
        <p>
          The file does not record enough usage for a bill, so the recorded cost is missing. Costs of policies are
          estimates.
        </p>
      )}
      {guesses > 0 && (
        <p>
          {counted(guesses, 'compaction')} of the recording {guesses === 1 ? 'is' : 'are'} inferred from a drop in size.
        </p>
      )}
      {callsWithoutUsage > 0 && <p>Excluded from all bills: {counted(callsWithoutUsage, 'call')} without usage.</p>}
      {unfinishedOutputs > 0 && (
        <p>{counted(unfinishedOutputs, 'call')} with incomplete recorded output: all bills are too low.</p>
      )}
      <p>
        Losses are counted from texts. A simulated summary without a recorded one nearby has a length, but no text; and
        what the recorded agent restored without writing it to the file is unknown. Both count as lost.
      </p>
    </div>
  );
}
