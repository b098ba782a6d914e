'use client';

import { useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { ContextChart } from '@/components/charts/context-chart';
import { openedSession } from '@/components/shell/stores';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-note';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import { contextRows } from '@/lib/series/context-rows';
import type { OpenState } from '@/lib/state/opened-session';
import type { SessionPlace } from '@/lib/state/session-place';
import { categories } from '@/lib/tokens/category';
import { CallStepper } from './call-stepper';
import { ChartTable } from './chart-table';
import { Composition } from './composition';
import { LargestConsumers } from './largest-consumers';
import { MessageList, type MessageListHandle } from './message-list';
import { SessionHeader } from './session-header';
import styles from './session-workspace.module.css';
import { ToolResults } from './tool-results';

interface SessionWorkspaceProps {
  readonly opened: Extract<OpenState, { type: 'open' }>;
  readonly place: SessionPlace;
}

export function SessionWorkspace({ opened: { session, title, ancestors, isSample }, place }: SessionWorkspaceProps) {
  const { timeline, rows, summary, counters } = session;
  const { select, step, stepEvent } = openedSession.getState();
  const call = useStore(openedSession, (opened) => opened.call);
  const context = useStore(openedSession, (opened) => opened.context);
  const contextFailure = useStore(openedSession, (opened) => opened.contextFailure);
  const chartRows = useMemo(() => contextRows(timeline), [timeline]);
  const present = useMemo(
    () => categories.filter((category) => timeline.byCategory[category].some(Boolean)),
    [timeline],
  );
  const list = useRef<MessageListHandle>(null);

  useShortcuts({
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    'Shift+ArrowLeft': () => step(-10),
    'Shift+ArrowRight': () => step(10),
    Home: () => select(0),
    End: () => select(timeline.calls - 1),
    j: () => stepEvent(1),
    k: () => stepEvent(-1),
  });

  return (
    <main id="main" className={styles.workspace}>
      <SessionHeader session={session} place={place} title={title} ancestors={ancestors} isSample={isSample} />
      {timeline.calls === 0 ? (
        <EmptyState title="No call to a model is in this file">
          <p>The messages are below. How the context grew cannot be shown without calls.</p>
        </EmptyState>
      ) : (
        <section className={styles.chart} aria-label="Context over calls">
          <CallStepper timeline={timeline} call={call} onStep={step} onStepEvent={stepEvent} />
          <ContextChart
            timeline={timeline}
            rows={chartRows}
            window={summary.window}
            present={present}
            selected={call}
            onSelect={select}
            alternative={<ChartTable timeline={timeline} />}
          />
        </section>
      )}
      {contextFailure !== undefined && <ErrorNote {...contextFailure} />}
      <div className={timeline.calls === 0 ? styles.alone : styles.details}>
        {timeline.calls > 0 && (
          <aside className={styles.reasons} aria-label="Composition of the context">
            {context !== undefined && (
              <>
                <Composition
                  context={context}
                  present={present}
                  counters={counters}
                  systemInFile={session.systemInFile}
                />
                <ToolResults byTool={context.byTool} />
                <LargestConsumers
                  consumers={context.largest}
                  rows={rows}
                  onShow={(messageIndex, partIndex) => list.current?.show(messageIndex, partIndex)}
                />
              </>
            )}
          </aside>
        )}
        {/* Not before what stands above it on a narrow screen: it would be pushed down. */}
        {(context !== undefined || contextFailure !== undefined || timeline.calls === 0) && (
          <MessageList ref={list} rows={rows} context={context} calls={timeline.calls} />
        )}
      </div>
    </main>
  );
}
