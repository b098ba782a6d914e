import { CallLink } from '@/components/ui/call-link';
import { exactNumber } from '@/lib/series/words/format-number';
import type { CutCheck } from '@/lib/simulator/explain/predict-cuts';
import type { PrunePredictions } from '@/lib/simulator/explain/predict-prunes';
import styles from './recorded-against-simulated.module.css';

interface CallsProps {
  readonly calls: number;
  onSelectCall(call: number): void;
}

export function PlaceOfCall({ call, calls, onSelectCall }: CallsProps & { readonly call: number }) {
  return call < calls ? <CallLink call={call} onSelectCall={onSelectCall} /> : 'after the last call';
}

/** [P3] Of an agent that prunes, nothing otherwise. */
export function PruneChecks({
  prunes: { checks, elsewhere, turns },
  ...props
}: CallsProps & { readonly prunes: PrunePredictions }) {
  if (checks.length === 0 && elsewhere.length === 0) return null;
  const exact = checks.filter(({ missed, extra }) => missed + extra === 0).length;
  return (
    <>
      <p data-prunes={checks.length} data-exact={exact}>
        {exactNumber(exact)} of {exactNumber(checks.length)} recorded prunes are simulated with exactly the same
        results; at {exactNumber(elsewhere.length)} of {exactNumber(turns)} ends of turns, one is simulated that was not
        recorded.
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Pruned before</th>
            <th scope="col">Results</th>
            <th scope="col">Missed</th>
            <th scope="col">Extra</th>
            <th scope="col">Tokens off</th>
          </tr>
        </thead>
        <tbody>
          {checks.map(({ boundary, call, recorded, missed, extra, tokensOff, causes }) => (
            <tr key={boundary}>
              <th scope="row">
                <PlaceOfCall call={call} {...props} />
                {causes.length > 0 && <span className={styles.muted}> texts of the file were replaced</span>}
              </th>
              <td>{exactNumber(recorded)}</td>
              <td>{exactNumber(missed)}</td>
              <td>{exactNumber(extra)}</td>
              <td>{tokensOff === undefined ? '–' : signed(tokensOff)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {elsewhere.map(({ call, results }) => (
        <p key={call}>
          Simulated before <PlaceOfCall call={call} {...props} />: {exactNumber(results)} results.
        </p>
      ))}
    </>
  );
}

/** [P3] Of an agent that keeps messages from one on. */
export function CutChecks({ cuts, ...props }: CallsProps & { readonly cuts: readonly CutCheck[] }) {
  if (cuts.length === 0) return null;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Compacted before</th>
          <th scope="col">Messages kept</th>
          <th scope="col">Simulated</th>
          <th scope="col">Tokens off</th>
        </tr>
      </thead>
      <tbody>
        {cuts.map(({ boundary, call, recorded, predicted, isSame, tokensOff }) => (
          <tr key={boundary}>
            <th scope="row">
              <PlaceOfCall call={call} {...props} />
            </th>
            <td>{exactNumber(recorded)}</td>
            <td>{isSame ? 'from the same on' : exactNumber(predicted)}</td>
            <td>{tokensOff === undefined ? '–' : signed(tokensOff)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function signed(value: number): string {
  if (Math.round(value) === 0) return '0';
  return `${value > 0 ? '+ ' : '− '}${exactNumber(Math.abs(value))}`;
}
