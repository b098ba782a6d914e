'use client';

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useApiAccess } from '@/components/api/api-stores';
import { RulesDialog } from '@/components/session-rules/rules-dialog';
import { openedSession, preferences, ruleEditing } from '@/components/shell/stores';
import type { SessionViewProps } from '@/components/simulate/session-page';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-note';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import { PlaceDialog, type ShownPlace } from '@/components/why/place-dialog';
import { PlaceLink } from '@/components/why/place-link';
import { pricedByUser } from '@/lib/economics/model-provider';
import { PromptColumns } from './columns/prompt-columns';
import { RunBar } from './columns/run-bar';
import { SendDialog } from './columns/send-dialog';
import { JudgePanel } from './judge/judge-panel';
import { PlaceBar } from './place/place-bar';
import { PromptsHeader } from './prompts-header';
import styles from './prompts-view.module.css';
import { KeptRuns } from './results/kept-runs';
import type { Marked } from './results/mark-choice';
import { OnlyIn } from './results/only-in';
import { ScoreTable } from './results/score-table';
import { useComparison } from './results/use-comparison';
import { promptLibrary, prompts } from './stores/prompt-stores';
import { usePromptsAddress } from './use-prompts-address';

export function PromptsView({ opened, place }: SessionViewProps) {
  const [mine] = useState(place);
  // The address names another session already, which is not open yet.
  if (mine !== place) return <main id="main" aria-busy="true" />;
  return (
    <main id="main" className={styles.view}>
      <PromptsHeader place={place} title={opened.title} isSample={opened.isSample} />
      {opened.session.timeline.calls === 0 ? (
        <EmptyState title="No model calls in this file">
          <p>A summary replaces the context of a call, so there is nothing to summarise without calls.</p>
        </EmptyState>
      ) : (
        <SummariesAtCut opened={opened} place={place} />
      )}
    </main>
  );
}

function SummariesAtCut({ opened: { session, title }, place }: SessionViewProps) {
  const { timeline, rows, summary } = session;
  const { step } = openedSession.getState();
  const failure = useStore(prompts, (state) => state.failure);
  const rulesVersion = useStore(ruleEditing, (state) => state.version);
  const { failure: notKept, runs: saved } = useStore(promptLibrary);
  const {
    problem,
    differing,
    copyDiffering,
    marks,
    at,
    go,
    stepMark,
    failure: notSimulated,
  } = usePromptsAddress(place, title, session);
  const cut = useStore(prompts, ({ about }) => about);
  const calls = useStore(prompts, (state) => state.calls);
  const columns = useStore(prompts, (state) => state.columns);
  const comparison = useComparison();
  const [shown, setShown] = useState<ShownPlace>();
  const [marked, setMarked] = useState<Marked>('needed');
  const onShow = (message: number, part: number, text?: string) => setShown({ message, part, text });

  useEffect(() => promptLibrary.getState().start(), []);
  useApiAccess();
  useOwnPrices();
  useEffect(() => {
    if (rulesVersion > 0) void prompts.getState().rescore();
  }, [rulesVersion]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cut or column has other saved answers
  useEffect(() => prompts.getState().takeUp(saved), [saved, cut, calls, columns]);
  useShortcuts({
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    'Shift+ArrowLeft': () => step(-10),
    'Shift+ArrowRight': () => step(10),
    j: () => stepMark(1),
    k: () => stepMark(-1),
  });

  if (at === undefined) return <p role="status">Finding the compactions of this session…</p>;
  return (
    <>
      <PlaceBar session={session} sessionId={place.session} marks={marks} at={at} onMark={go} onStepMark={stepMark} />
      {problem !== undefined && <ErrorNote what={problem} advice="Showing the default columns." />}
      {differing.length > 0 && (
        <ErrorNote
          look="notice"
          what={`The link has another text of ${differing.map(({ title }) => `“${title}”`).join(', ')} than this browser.`}
          advice="The text of this browser is shown."
        >
          <Button onClick={copyDiffering}>Use the link’s as a copy</Button>
        </ErrorNote>
      )}
      {notSimulated !== undefined && <ErrorNote {...notSimulated} />}
      {failure !== undefined && <ErrorNote {...failure} />}
      {notKept !== undefined && <ErrorNote {...notKept} />}
      <ScoreTable comparison={comparison} />
      <PromptColumns
        marked={marked}
        rows={rows}
        marks={marks}
        sessionModel={summary.models[0]}
        onMark={go}
        onShow={onShow}
      />
      <RunBar
        place={place}
        timeline={timeline}
        sessionModel={summary.models[0]}
        title={title}
        marked={marked}
        onMarked={setMarked}
      />
      <OnlyIn comparison={comparison} rows={rows} onShow={onShow} />
      <JudgePanel />
      <KeptRuns place={place} />
      <SendDialog />
      <RulesDialog
        placeLink={(place) => <PlaceLink rows={rows} place={place} onShow={(message, part) => onShow(message, part)} />}
      />
      <PlaceDialog rows={rows} shown={shown} onClose={() => setShown(undefined)} />
    </>
  );
}

/** Columns follow what the user says of the server's prices. A changed one is a column that has not run yet. */
function useOwnPrices(): void {
  const isFree = useStore(preferences, ({ openaiIsFree }) => openaiIsFree);
  const columns = useStore(prompts, (state) => state.columns);
  useEffect(() => {
    for (const { id, source } of columns) {
      if (source.type !== 'model') continue;
      const model = pricedByUser(source.model, isFree);
      if (model !== source.model) prompts.getState().setSource(id, { ...source, model });
    }
  }, [columns, isFree]);
}
