'use client';

import { useCallback, useMemo, useState } from 'react';
import { loadEngine } from '@/components/shell/stores';
import { CallLink } from '@/components/ui/call-link';
import { classNames } from '@/components/ui/class-names';
import { Dialog } from '@/components/ui/dialog';
import { useAnswer } from '@/components/ui/use-answer';
import { RecordedAgainstSimulated } from '@/components/why/recorded-against-simulated';
import { optional } from '@/lib/base/optional';
import { policyOfAgent } from '@/lib/policies/index';
import type { Policy } from '@/lib/policies/shape/policy';
import { type RecordedOutcome, summaryNote, whatIfFigures } from '@/lib/series/tables/what-if';
import { dollars } from '@/lib/series/words/format-dollars';
import { leftOutChildren } from '@/lib/series/words/lane-words';
import { lossesSentence, modelErrorWords, recordingSentence, rulesWords } from '@/lib/series/words/recording-words';
import type { SessionLosses } from '@/lib/simulator/explain/session-losses';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import { runFailure, runFailureWords } from '@/lib/simulator/replay/run-failure';
import { isWhatIf, recordedView, type SimulationView, viewOf } from '@/lib/state/simulate/simulated-session';
import type { OpenSession } from '@/lib/worker/engine/messages';
import { FittingWindowButton } from './fitting-window-button';
import styles from './recording-strip.module.css';
import { WhatIfRow } from './what-if-row';

interface RecordingStripProps {
  readonly session: OpenSession;
  /** As chosen. */
  readonly view: SimulationView;
  /** What the simulation is of. */
  readonly shown: SimulationView;
  readonly simulation: Simulation | undefined;
  /** A replay of what is chosen is at work, and takes long. */
  readonly isBusy: boolean;
  onChoosePolicy(policy: Policy): void;
  /** Why it was rejected, or nothing. */
  onChange(path: string, value: number | string): string | undefined;
  onReset(): void;
  onSelectCall(call: number): void;
}

/** Counting begins when the view rests: it takes many times as long as a replay. */
const REST_MS = 700;

/** What a view loses over the whole session, and nothing while it is counted. */
function useLosses(view: SimulationView | undefined): SessionLosses | undefined {
  const count = useCallback(
    async (signal: AbortSignal) => {
      if (view === undefined) return undefined;
      return (await loadEngine()).ask('session-losses', viewOf(view), { signal });
    },
    [view],
  );
  const answer = useAnswer(count, REST_MS);
  return answer === undefined || 'what' in answer ? undefined : answer;
}

const askModelError = async (signal: AbortSignal) => (await loadEngine()).ask('model-error', null, { signal });

/**
 * What was recorded in a sentence, the row to change it, and the difference with the error of the model beside it. The key
 * must name the session: the error is asked for once.
 */
export function RecordingStrip(props: RecordingStripProps) {
  const { session, shown, simulation, isBusy, onSelectCall } = props;
  const [isErrorShown, setIsErrorShown] = useState(false);
  const { timeline, recordedBill, summary } = session;
  const answer = useAnswer(askModelError);
  const error = answer === null || answer === undefined || 'what' in answer ? undefined : answer;
  const { agent } = summary;
  const own = policyOfAgent(agent);
  const recording = useMemo(() => (timeline.calls === 0 ? undefined : recordedView(agent)), [timeline, agent]);
  const recordedLosses = useLosses(recording);
  const whatIfLosses = useLosses(isWhatIf(shown) ? shown : undefined);
  const recorded = useMemo<RecordedOutcome>(
    () => ({
      compactions: summary.compactions,
      peak: summary.peakTokens,
      ...(recordedBill?.cost == null ? {} : { cost: recordedBill.cost }),
      ...(error === undefined ? {} : { summaries: error.summaries }),
      ...optional('losses', recordedLosses),
    }),
    [summary, recordedBill, error, recordedLosses],
  );
  const sentence = useMemo(() => recordingSentence(timeline.events), [timeline]);
  const whatIf = isWhatIf(shown) ? simulation : undefined;
  const failure = whatIf && runFailure(whatIf);
  return (
    <section className={styles.strip} aria-label="Recording and what if">
      <p className={styles.sentence}>
        {sentence.start}
        {sentence.call !== undefined && (
          <CallLink call={Math.min(sentence.call, timeline.calls - 1)} onSelectCall={onSelectCall} />
        )}
        {sentence.end}{' '}
        {recordedBill?.cost == null ? (
          <span className={styles.muted}>Its cost is not recorded.</span>
        ) : (
          <span title={error && summaryNote(error.summaries)}>
            Cost {dollars(recordedBill.cost)}
            {error !== undefined &&
              error.summaries.counted > 0 &&
              ` + ≈ ${dollars(error.summaries.cost)} for summaries`}
            {leftOutChildren(session.lanes)}.
          </span>
        )}
        {` ${lossesSentence(timeline.events, recordedLosses)}`}
      </p>
      <p className={styles.error}>
        {answer === null && rulesWords(summary.agent)}
        {error !== undefined && (
          <>
            Model error:{' '}
            <button type="button" className={styles.link} onClick={() => setIsErrorShown(true)}>
              {modelErrorWords(error)}
            </button>
            {error.fittingWindow !== undefined && own !== undefined && (
              <FittingWindowButton
                own={own}
                shown={props.view.policy}
                fitting={error.fittingWindow}
                onChoosePolicy={props.onChoosePolicy}
              />
            )}
          </>
        )}
      </p>
      <WhatIfRow {...props} />
      <p
        className={classNames(styles.figures, whatIf !== undefined && styles.filled, isBusy && styles.outdated)}
        aria-live="polite"
        aria-busy={isBusy}
      >
        {whatIf !== undefined &&
          whatIfFigures(recorded, whatIf, whatIfLosses).map(({ title, recorded: before, whatIf: after, change }) => (
            <span key={title} title={title === 'Cost' && error ? summaryNote(error.summaries) : undefined}>
              {title} <span className={styles.muted}>{before} →</span> <strong>{after}</strong>
              {change !== undefined && <span className={styles.change}> ({change})</span>}
            </span>
          ))}
        {failure !== undefined && (
          <span className={styles.failure}>The session is {runFailureWords(failure, failure.call + 1)}.</span>
        )}
        {whatIf === undefined && <span className={styles.muted}>Change any of these to see what would differ.</span>}
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
