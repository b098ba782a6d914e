'use client';

import { useMemo, useState } from 'react';
import { loadEngine } from '@/components/shell/stores';
import { Dialog } from '@/components/ui/dialog';
import { useAnswer } from '@/components/ui/use-answer';
import { RecordedAgainstSimulated } from '@/components/why/recorded-against-simulated';
import type { Policy } from '@/lib/policies/shape/policy';
import { type RecordedOutcome, summaryNote, whatIfFigures } from '@/lib/series/tables/what-if';
import { dollars } from '@/lib/series/words/format-dollars';
import { exactNumber } from '@/lib/series/words/format-number';
import { modelErrorWords, recordingSentence } from '@/lib/series/words/recording-words';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import { runFailure, runFailureWords } from '@/lib/simulator/replay/run-failure';
import { isWhatIf, type SimulationView } from '@/lib/state/simulate/simulated-session';
import type { OpenSession } from '@/lib/worker/engine/messages';
import styles from './recording-strip.module.css';
import { WhatIfRow } from './what-if-row';

interface RecordingStripProps {
  readonly session: OpenSession;
  readonly view: SimulationView;
  /** Of the view, or of the previous one while that is being computed. */
  readonly simulation: Simulation | undefined;
  readonly isRunning: boolean;
  onChoosePolicy(policy: Policy): void;
  /** Why it was rejected, or nothing. */
  onChange(path: string, value: number | string): string | undefined;
  onReset(): void;
  onSelectCall(call: number): void;
}

const askModelError = async (signal: AbortSignal) => (await loadEngine()).ask('model-error', null, { signal });

/**
 * What was recorded in a sentence, the row to change it, and the difference with the error of the model beside it. The key
 * must name the session: the error is asked for once.
 */
export function RecordingStrip(props: RecordingStripProps) {
  const { session, view, simulation, isRunning, onSelectCall } = props;
  const [isErrorShown, setIsErrorShown] = useState(false);
  const { timeline, recordedBill, summary } = session;
  const answer = useAnswer(askModelError);
  const error = answer === null || answer === undefined || 'what' in answer ? undefined : answer;
  const recorded = useMemo<RecordedOutcome>(
    () => ({
      compactions: summary.compactions,
      peak: summary.peakTokens,
      ...(recordedBill?.cost == null ? {} : { cost: recordedBill.cost }),
      ...(error === undefined ? {} : { summaries: error.summaries }),
    }),
    [summary, recordedBill, error],
  );
  const whatIf = isWhatIf(view) ? simulation : undefined;
  const failure = whatIf && runFailure(whatIf);
  return (
    <section className={styles.strip} aria-label="Recording and what if">
      <p className={styles.sentence}>
        {recordingSentence(timeline.events)}{' '}
        {recordedBill?.cost == null ? (
          <span className={styles.muted}>Its cost is not recorded.</span>
        ) : (
          <span title={error && summaryNote(error.summaries)}>
            Cost {dollars(recordedBill.cost)}
            {error !== undefined &&
              error.summaries.counted > 0 &&
              ` + ≈ ${dollars(error.summaries.cost)} for summaries`}
            .
          </span>
        )}
      </p>
      <p className={styles.error}>
        {answer === null &&
          `The compaction rules of ${summary.agent?.name ?? 'this agent'} are unknown, so nothing predicts its compactions.`}
        {error !== undefined && (
          <>
            Model error on this session:{' '}
            <button type="button" className={styles.link} onClick={() => setIsErrorShown(true)}>
              {modelErrorWords(error)}
            </button>
          </>
        )}
      </p>
      <WhatIfRow {...props} />
      <p className={styles.figures} aria-live="polite" aria-busy={isRunning}>
        {whatIf !== undefined &&
          whatIfFigures(recorded, whatIf).map(({ title, recorded: before, whatIf: after, change }) => (
            <span key={title} title={title === 'Cost' && error ? summaryNote(error.summaries) : undefined}>
              {title} <span className={styles.muted}>{before} →</span> <strong>{after}</strong>
              {change !== undefined && <span className={styles.change}> ({change})</span>}
            </span>
          ))}
        {failure !== undefined && (
          <span className={styles.failure}>The session is {runFailureWords(failure, failure.call + 1)}.</span>
        )}
        {whatIf === undefined && (
          <span className={styles.muted}>As recorded: {exactNumber(timeline.calls)} calls.</span>
        )}
      </p>
      <Dialog title="Model error on this session" isOpen={isErrorShown} onClose={() => setIsErrorShown(false)}>
        <RecordedAgainstSimulated
          predictions={error?.predictions}
          recordedBill={undefined}
          simulation={undefined}
          counters={session.counters}
          calls={timeline.calls}
          onSelectCall={(call) => {
            setIsErrorShown(false);
            onSelectCall(call);
          }}
        />
        {error !== undefined && <p>{summaryNote(error.summaries)}</p>}
      </Dialog>
    </section>
  );
}
