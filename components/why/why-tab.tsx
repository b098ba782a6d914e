'use client';

import { useEffect } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { RulesDialog } from '@/components/session-rules/rules-dialog';
import { ruleEditing } from '@/components/shell/stores';
import { ErrorNote } from '@/components/ui/error-note';
import { policyOfAgent } from '@/lib/policies/index';
import { rulesWords } from '@/lib/series/words/recording-words';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import type { ExplainedCall } from '@/lib/state/simulate/explained-call';
import { isWhatIf, type SimulationView } from '@/lib/state/simulate/simulated-session';
import type { OpenSession, SimulatedContext } from '@/lib/worker/engine/messages';
import { PlaceLink } from './place-link';
import { RecordedAgainstSimulated } from './recorded-against-simulated';
import { WhyPanel } from './why-panel';
import styles from './why-tab.module.css';

interface WhyTabProps {
  readonly explained: StoreApi<ExplainedCall>;
  readonly session: OpenSession;
  readonly view: SimulationView;
  readonly call: number;
  readonly simulation: Simulation | undefined;
  readonly context: SimulatedContext | undefined;
  onShow(messageIndex: number, partIndex: number): void;
  onSelectCall(call: number): void;
  /** Summaries by rules, in place of assumed ones. */
  onOffline(): void;
}

/**
 * A following replay of a long recording takes as long as several simulations, scoring as one: they would delay those of
 * a slider.
 */
const QUIET_MS = 300;

/** Requests the reasons of the selected call while the panel is visible. */
export function WhyTab(props: WhyTabProps) {
  const { explained, session, view, call, simulation, context, onShow, onSelectCall, onOffline } = props;
  const { explanation, losses, scores, predictions, failure } = useStore(explained);
  const { policy } = view;
  const rulesVersion = useStore(ruleEditing, (state) => state.version);
  const isRecording = !isWhatIf(view);
  const hasRules = !isRecording || policyOfAgent(session.summary.agent) !== undefined;

  useEffect(() => {
    if (session.timeline.calls > 0) explained.getState().explain(view, call);
  }, [explained, session, view, call]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: scores from before the rules were edited are outdated.
  useEffect(() => {
    if (session.timeline.calls === 0) return;
    const timer = setTimeout(() => explained.getState().score(view, call), QUIET_MS);
    return () => clearTimeout(timer);
  }, [explained, session, view, call, rulesVersion]);

  useEffect(() => {
    if (session.timeline.calls === 0 || !hasRules) return;
    const timer = setTimeout(() => explained.getState().predict(policy), QUIET_MS);
    return () => clearTimeout(timer);
  }, [explained, session, policy, hasRules]);

  // Another session has other reasons, and none are shown before it is open.
  useEffect(() => () => explained.getState().forget(), [explained]);

  const { calls } = session.timeline;
  return (
    <div className={styles.content}>
      {failure !== undefined && <ErrorNote {...failure} />}
      <WhyPanel
        call={call}
        calls={calls}
        explanation={explanation}
        recorded={session.timeline.events.filter((event) => event.call === call)}
        rules={isRecording ? rulesWords(session.summary.agent) : undefined}
        losses={losses}
        scores={scores}
        context={context}
        deadAt={simulation?.deadAt}
        replies={view.replies}
        rows={session.rows}
        onShow={onShow}
        onSelectCall={onSelectCall}
        onOffline={onOffline}
      />
      <RulesDialog
        placeLink={(place, close) => (
          <PlaceLink
            rows={session.rows}
            place={place}
            onShow={(message, part) => {
              close();
              onShow(message, part);
            }}
          />
        )}
      />
      {hasRules && (
        <RecordedAgainstSimulated
          predictions={predictions}
          recordedBill={isRecording ? undefined : session.recordedBill}
          simulation={simulation}
          counters={session.counters}
          calls={calls}
          onSelectCall={onSelectCall}
        />
      )}
    </div>
  );
}
