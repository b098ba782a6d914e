'use client';

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { PlayControls, usePlay } from '@/components/charts/play-controls';
import { SimulationChart } from '@/components/charts/simulation-chart';
import { type MessagesHandle, MessagesPanel } from '@/components/messages/messages-panel';
import { goTo } from '@/components/shell/go-to';
import { openedSession, preferences, tour } from '@/components/shell/stores';
import { Tour } from '@/components/shell/tour';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-note';
import { PaneResizer } from '@/components/ui/pane-resizer';
import { useKeptFocus } from '@/components/ui/use-kept-focus';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import { RecordingStrip } from '@/components/what-if/recording-strip';
import { eraVersion } from '@/lib/policies/shape/policy';
import { nextEvent } from '@/lib/series/chart/next-event';
import type { LineName } from '@/lib/series/chart/threshold-lines';
import { type LineFilter, noFilter } from '@/lib/state/messages/line-filter';
import { emptyContext, recordedContext } from '@/lib/state/messages/recorded-context';
import { lineSettings, movedLine } from '@/lib/state/policy/line-settings';
import { isSamePolicy } from '@/lib/state/policy/policy-standard';
import { placeToQuery } from '@/lib/state/sessions/session-place';
import { paneSizes } from '@/lib/state/shared/pane-sizes';
import { filterOfLink, linkedFilters } from '@/lib/state/simulate/linked-filter';
import { recordedView, shownView, whatIfOf } from '@/lib/state/simulate/simulated-session';
import type { MessageCommand } from '@/lib/state/simulate/typed-commands';
import type { OpenSession } from '@/lib/worker/engine/messages';
import { CallStepper } from './call-stepper';
import { contentsScope } from './contents/contents-scope';
import { paneStyle } from './pane-style';
import { PolicyColumn } from './policy-column';
import { asReasonsTab, ReasonsColumn } from './reasons-column';
import { ReplayNote } from './replay-note';
import { SessionHeader } from './session-header';
import type { SessionViewProps } from './session-page';
import styles from './session-workspace.module.css';
import { messageAsks, scenarios as scenarioButtons, simulatedSession } from './simulation-stores';
import { useViewLink } from './use-view-link';

export function SessionWorkspace(props: SessionViewProps) {
  const { session, title, ancestors, isSample } = props.opened;
  return (
    <main id="main" className={styles.workspace}>
      <SessionHeader session={session} place={props.place} title={title} ancestors={ancestors} isSample={isSample} />
      {session.timeline.calls === 0 ? (
        <>
          <EmptyState title="No model calls in this file">
            <p>The messages are listed below. The chart needs at least one model call.</p>
          </EmptyState>
          <div className={styles.alone}>
            <MessagesAlone session={session} />
          </div>
        </>
      ) : (
        <SimulateView {...props} />
      )}
    </main>
  );
}

/** Of a file without calls. */
function MessagesAlone({ session }: { readonly session: OpenSession }) {
  const [filter, setFilter] = useState<LineFilter>(noFilter);
  return (
    <MessagesPanel
      session={session}
      simulation={undefined}
      context={emptyContext}
      filter={filter}
      ask={messageAsks}
      onFilter={setFilter}
      onSelectCall={openedSession.getState().select}
    />
  );
}

function SimulateView({ opened: { session, isSample, traits }, place }: SessionViewProps) {
  const { timeline, summary } = session;
  const { select, step } = openedSession.getState();
  const call = useStore(openedSession, (opened) => opened.call);
  const recorded = useStore(openedSession, (opened) => opened.context);
  const recordedFailure = useStore(openedSession, (opened) => opened.contextFailure);
  const simulated = useStore(simulatedSession);
  const { view, simulation, ghost, context, contextFailure, replay, scenarios } = simulated;
  const shown = shownView(simulated);
  const isBusy = replay.type === 'running' && replay.isSlow;
  const leftWidthPx = useStore(preferences, (chosen) => chosen.leftWidthPx);
  const rightWidthPx = useStore(preferences, (chosen) => chosen.rightWidthPx);
  const chartHeightPx = useStore(preferences, (chosen) => chosen.chartHeightPx);
  const { set: prefer } = preferences.getState();
  const columns = useRef<HTMLDivElement>(null);
  const messages = useRef<MessagesHandle>(null);
  const { filters, setFilter, choose, problem } = useViewLink({
    opened: openedSession,
    simulated: simulatedSession,
    traits,
  });
  const tab = asReasonsTab(filters.tab);
  const filter = useMemo(() => filterOfLink(filters), [filters]);
  const filterMessages = useCallback(
    (next: LineFilter) => {
      for (const [name, words] of Object.entries(linkedFilters(next))) setFilter(name, words);
    },
    [setFilter],
  );

  const isRecording = tab === 'contents' || tab === 'system';
  useEffect(() => simulatedSession.getState().lookAt(call), [call]);
  useEffect(() => {
    if (isRecording) void openedSession.getState().lookAtRecording(call);
  }, [isRecording, call]);

  const asRecorded = useMemo(() => recorded && recordedContext(recorded), [recorded]);
  const replayed = simulation && context && { simulation, context };
  const listed = isRecording ? asRecorded && { simulation: undefined, context: asRecorded } : replayed;

  // The recorded events are those of the simulation itself.
  const isRecordingShown = simulation?.mode === 'recorded';
  const drawnTimeline = useMemo(
    () => (isRecordingShown ? { ...timeline, events: [] } : timeline),
    [timeline, isRecordingShown],
  );

  const selectCall = useCallback((wanted: number) => choose('call', () => select(wanted)), [choose, select]);
  const stepEvent = (direction: 1 | -1) => {
    const next = nextEvent(simulation, timeline, call, direction);
    if (next !== undefined) selectCall(next);
  };
  const version = eraVersion(summary.agent);
  const { policy } = useMemo(() => whatIfOf(view), [view]);
  const lineEditing = useMemo(
    () => ({
      settings: lineSettings(policy, summary, version),
      take: (line: LineName) => (tokens: number) => {
        const moved = movedLine(policy, line, tokens, summary, version);
        const { view: shown, choosePolicy } = simulatedSession.getState();
        if (moved?.ok && !isSamePolicy(moved.value, shown.policy)) choosePolicy(moved.value, `line ${line}`);
      },
    }),
    [policy, summary, version],
  );
  const lanes = useMemo(
    () => ({
      all: session.lanes,
      hrefOf: (index: number) => `/simulate?${placeToQuery({ ...place, child: [...place.child, index] })}`,
    }),
    [session, place],
  );
  const play = usePlay(call, timeline.calls, select);
  const pins = useMemo(
    () => ({ pinned: new Set(view.pinned), onToggle: simulatedSession.getState().togglePin }),
    [view.pinned],
  );
  const typeCommand = useCallback(
    ({ command, isNextCall }: MessageCommand) => {
      const before = isNextCall ? call + 1 : call;
      if (before >= timeline.calls) return;
      simulatedSession.getState().addCommand({ call: before, command });
      if (isNextCall) selectCall(before);
    },
    [call, timeline.calls, selectCall],
  );
  const showMessage = useCallback(
    (messageIndex: number, partIndex: number) => messages.current?.show(messageIndex, partIndex),
    [],
  );

  useKeptFocus(columns);
  useShortcuts({
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    'Shift+ArrowLeft': () => step(-10),
    'Shift+ArrowRight': () => step(10),
    Home: () => select(0),
    End: () => select(timeline.calls - 1),
    j: () => stepEvent(1),
    k: () => stepEvent(-1),
    ' ': play.toggle,
    ArrowDown: () => goTo('messages'),
    b: scenarioButtons.pin,
  });

  return (
    <>
      <RecordingStrip
        key={placeToQuery(place)}
        session={session}
        view={view}
        shown={shown}
        simulation={simulation}
        isBusy={isBusy}
        onChoosePolicy={(policy) => choose('policy', () => simulatedSession.getState().choosePolicy(policy))}
        onChange={simulatedSession.getState().change}
        onReset={() => choose('policy', () => simulatedSession.getState().takeView(recordedView(summary.agent)))}
        onSelectCall={selectCall}
      />
      <div ref={columns} className={styles.columns} style={paneStyle({ leftWidthPx, rightWidthPx, chartHeightPx })}>
        <aside id="policy-column" className={styles.policy} aria-label="Policy" data-tour="policy">
          <PolicyColumn session={session} call={call} choose={choose} onSelectCall={selectCall} />
        </aside>
        <PaneResizer
          pane="left"
          label="the policy"
          controls="policy-column"
          sizePx={leftWidthPx}
          onResize={(width) => prefer({ leftWidthPx: width })}
          onReset={() => prefer({ leftWidthPx: paneSizes.left.usual })}
        />
        <div className={styles.middle}>
          <section
            id="chart-pane"
            className={classNames(styles.chart, isBusy && styles.outdated)}
            aria-label="Context by call"
            aria-busy={isBusy}
            data-tour="chart"
          >
            <SimulationChart
              timeline={drawnTimeline}
              simulation={simulation}
              ghost={ghost}
              overlays={scenarios}
              window={summary.window}
              policyWindow={isRecording ? undefined : shown.policy.windowTokens}
              selected={call}
              lineEditing={lineEditing}
              lanes={lanes}
              onSelect={selectCall}
              onStepEvent={stepEvent}
            >
              <CallStepper timeline={timeline} call={call} onStep={step} />
              <PlayControls play={play} />
            </SimulationChart>
          </section>
          <PaneResizer
            pane="chart"
            label="the chart"
            controls="chart-pane"
            sizePx={chartHeightPx}
            onResize={(height) => prefer({ chartHeightPx: height })}
            onReset={() => prefer({ chartHeightPx: paneSizes.chart.usual })}
          />
          <div className={styles.notes}>
            {problem !== undefined && <ErrorNote what={problem} advice="Showing the default view." />}
            <ReplayNote session={session} />
            {contextFailure !== undefined && <ErrorNote {...contextFailure} />}
            {isRecording && recordedFailure !== undefined && <ErrorNote {...recordedFailure} />}
          </div>
          <div className={styles.messages} data-tour="messages">
            {isRecording && listed === undefined && recordedFailure === undefined && <p>Loading…</p>}
            {listed !== undefined && (
              <MessagesPanel
                ref={messages}
                session={session}
                simulation={listed.simulation}
                context={listed.context}
                pins={isRecording ? undefined : pins}
                filter={filter}
                ask={messageAsks}
                onFilter={filterMessages}
                onCommand={isRecording ? undefined : typeCommand}
                onSelectCall={selectCall}
              />
            )}
          </div>
        </div>
        <PaneResizer
          pane="right"
          label="the reasons"
          controls="reasons-column"
          sizePx={rightWidthPx}
          onResize={(width) => prefer({ rightWidthPx: width })}
          onReset={() => prefer({ rightWidthPx: paneSizes.right.usual })}
        />
        <aside id="reasons-column" className={styles.reasons} aria-label="Reasons">
          <ReasonsColumn
            session={session}
            place={place}
            tab={tab}
            onTab={(name) => setFilter('tab', name === 'why' ? '' : name)}
            choose={choose}
            onSelectCall={selectCall}
            onShowMessage={showMessage}
            contentsScope={contentsScope(filters)}
            onContentsScope={(scope) => setFilter('contents', scope)}
            onFilterTool={(name) => filterMessages({ ...noFilter, tools: new Set([name]) })}
          />
        </aside>
        {simulation !== undefined && context !== undefined && <Tour tour={tour} isOffered={isSample} />}
      </div>
    </>
  );
}
