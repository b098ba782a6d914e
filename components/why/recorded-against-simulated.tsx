import { Fragment, useId } from 'react';
import { exactNumber, percent } from '@/lib/series/words/format-number';
import type { RecordingChecks } from '@/lib/simulator/explain/check-recording';
import type { Cause } from '@/lib/simulator/explain/predict-compactions';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import type { RecordedBill } from '@/lib/simulator/recorded/recorded-bill';
import type { CounterError } from '@/lib/tokens/counter-error';
import { counters } from '@/lib/tokens/counters';
import { BillComparisonTable } from './bill-comparison-table';
import styles from './recorded-against-simulated.module.css';
import { CutChecks, PlaceOfCall, PruneChecks, signed } from './recorded-checks';

interface RecordedAgainstSimulatedProps {
  /** Missing while loading. */
  readonly predictions: RecordingChecks | undefined;
  readonly recordedBill: RecordedBill | undefined;
  readonly simulation: Simulation | undefined;
  readonly counters: readonly CounterError[];
  readonly calls: number;
  onSelectCall(call: number): void;
}

const causes: Readonly<Record<Cause, string>> = {
  'nothing-before': 'earlier content is not in the file',
  'output-is-a-stub': 'the recorded output of the last call is incomplete',
  'result-in-flight': 'a pending result never reached the file',
  'added-not-counted': 'the recorded size is the last usage, without results added since',
};

/** The error of the simulator's arithmetic on this session. */
export function RecordedAgainstSimulated({
  predictions,
  recordedBill,
  simulation,
  counters: errors,
  calls,
  onSelectCall,
}: RecordedAgainstSimulatedProps) {
  const titleId = useId();
  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <h3 id={titleId}>Recorded vs. simulated</h3>
      <p className={styles.muted}>
        The replay is reset at each recorded compaction: there the policy starts from the recorded context.
      </p>
      {predictions === undefined ? (
        <p className={styles.muted}>Computing…</p>
      ) : (
        <>
          <Checks predictions={predictions} calls={calls} onSelectCall={onSelectCall} />
          <PruneChecks prunes={predictions.prunes} calls={calls} onSelectCall={onSelectCall} />
          <CutChecks cuts={predictions.cuts} calls={calls} onSelectCall={onSelectCall} />
        </>
      )}
      {recordedBill !== undefined && simulation !== undefined && (
        <BillComparisonTable recorded={recordedBill} simulation={simulation} />
      )}
      <h4>Counter accuracy</h4>
      <CounterErrors errors={errors} />
    </section>
  );
}

interface ChecksProps extends Pick<RecordedAgainstSimulatedProps, 'calls' | 'onSelectCall'> {
  readonly predictions: RecordingChecks;
}

function Checks({ predictions: { checks, elsewhere }, calls, onSelectCall }: ChecksProps) {
  const link = (call: number) => <PlaceOfCall call={call} calls={calls} onSelectCall={onSelectCall} />;
  const tested = checks.filter(({ causes }) => !causes.includes('nothing-before'));
  const right = tested.filter(({ predicted, recordedCall }) => predicted?.call === recordedCall).length;
  return (
    <>
      <p data-right={right} data-checks={tested.length}>
        {checks.length === 0 && 'No automatic compaction is recorded in this session.'}
        {checks.length > 0 && tested.length === 0 && 'No recorded automatic compaction can be tested.'}
        {tested.length > 0 &&
          `${exactNumber(right)} of ${exactNumber(tested.length)} recorded automatic compactions are simulated at the same call.`}
      </p>
      {checks.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Recorded before</th>
              <th scope="col">Simulated before</th>
              <th scope="col">Calls off</th>
              <th scope="col">Tokens off</th>
            </tr>
          </thead>
          <tbody>
            {checks.map(({ boundary, recordedCall, recordedTokens, predicted, tokensOff, causes: known }) => (
              <Fragment key={boundary}>
                <tr>
                  <th scope="row">
                    {link(recordedCall)}
                    {recordedTokens !== undefined && (
                      <span className={styles.muted}> at {exactNumber(recordedTokens)}</span>
                    )}
                  </th>
                  <td>{predicted === undefined ? 'never' : link(predicted.call)}</td>
                  <td>{predicted === undefined ? '–' : signed(predicted.call - recordedCall)}</td>
                  <td>{tokensOff === undefined ? '–' : signed(tokensOff)}</td>
                </tr>
                {known.length > 0 && (
                  <tr className={styles.cause}>
                    <td colSpan={4}>because {known.map((cause) => causes[cause]).join(', and ')}</td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      )}
      {elsewhere.map(({ call, used, threshold }) => (
        <p key={call}>
          Simulated before {link(call)}, where no automatic compaction was recorded: {exactNumber(used)} used ≥{' '}
          {exactNumber(threshold)}.
        </p>
      ))}
    </>
  );
}

function CounterErrors({ errors }: { readonly errors: readonly CounterError[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Counter</th>
          <th scope="col">Typical error</th>
          <th scope="col">Counts</th>
          <th scope="col">Compared</th>
        </tr>
      </thead>
      <tbody>
        {errors.map(({ counter, median, medianAbsolute, p90, compared }) => (
          <tr key={counter} title={p90 === undefined ? undefined : `90% within ${plusMinus(p90)}`}>
            <th scope="row" title={counters[counter].explains}>
              {counters[counter].title}
            </th>
            <td>{medianAbsolute === undefined ? 'unknown' : plusMinus(medianAbsolute)}</td>
            <td>{median === undefined ? '–' : tendency(median)}</td>
            <td>{exactNumber(compared)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `± 2.1 %`, `< 0.1 %` */
function plusMinus(share: number): string {
  const text = percent(share);
  return text.startsWith('<') ? text : `± ${text}`;
}

/** Smaller differences count as neither. */
const LEAST = 0.005;

function tendency(median: number): string {
  if (Math.abs(median) < LEAST) return 'right';
  return median < 0 ? 'undercounts' : 'overcounts';
}
