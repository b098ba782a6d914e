'use client';

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useApiAccess } from '@/components/api/api-stores';
import { SimulationChart } from '@/components/charts/simulation-chart';
import { RulesDialog } from '@/components/session-rules/rules-dialog';
import { openedSession, preferences, ruleEditing } from '@/components/shell/stores';
import { CallStepper } from '@/components/simulate/call-stepper';
import type { SessionViewProps } from '@/components/simulate/session-page';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-note';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import { PlaceLink } from '@/components/why/place-link';
import { pricedByUser } from '@/lib/economics/model-provider';
import { ColumnsBar } from './columns/columns-bar';
import { PromptColumns } from './columns/prompt-columns';
import { SendDialog } from './columns/send-dialog';
import { JudgePanel } from './judge/judge-panel';
import { PlaceDialog, type ShownPlace } from './place-dialog';
import { PromptsHeader } from './prompts-header';
import styles from './prompts-view.module.css';
import { KeptRuns } from './results/kept-runs';
import { TextComparison } from './results/text-comparison';
import { promptLibrary, prompts } from './stores/prompt-stores';
import { usePromptsAddress } from './use-prompts-address';

export function PromptsView({ opened, place }: SessionViewProps) {
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
  const { select, step, stepEvent } = openedSession.getState();
  const call = useStore(openedSession, (state) => state.call);
  const failure = useStore(prompts, (state) => state.failure);
  const notKept = useStore(promptLibrary, (library) => library.failure);
  const rulesVersion = useStore(ruleEditing, (state) => state.version);
  const problem = usePromptsAddress(place, title);
  const [shown, setShown] = useState<ShownPlace>();
  const onShow = (message: number, part: number, text?: string) => setShown({ message, part, text });

  useEffect(() => promptLibrary.getState().start(), []);
  useApiAccess();
  useOwnPrices();
  useEffect(() => {
    if (rulesVersion > 0) void prompts.getState().rescore();
  }, [rulesVersion]);
  useShortcuts({
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    'Shift+ArrowLeft': () => step(-10),
    'Shift+ArrowRight': () => step(10),
    j: () => stepEvent(1),
    k: () => stepEvent(-1),
  });

  return (
    <>
      <section className={styles.chart} aria-label="Compaction point">
        <SimulationChart
          timeline={timeline}
          simulation={undefined}
          ghost={undefined}
          overlays={[]}
          window={summary.window}
          selected={call}
          onSelect={select}
          onStepEvent={stepEvent}
        >
          <CallStepper timeline={timeline} call={call} onStep={step} />
        </SimulationChart>
      </section>
      {problem !== undefined && <ErrorNote what={problem} advice="Showing the default columns." />}
      {failure !== undefined && <ErrorNote {...failure} />}
      {notKept !== undefined && <ErrorNote {...notKept} />}
      <ColumnsBar timeline={timeline} sessionModel={summary.models[0]} />
      <PromptColumns rows={rows} sessionModel={summary.models[0]} onShow={onShow} />
      <JudgePanel />
      <TextComparison />
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
