import { useMemo } from 'react';
import { CallLink } from '@/components/ui/call-link';
import { exactNumber } from '@/lib/series/words/format-number';
import { forecast } from '@/lib/simulator/explain/forecast';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import type { CounterId } from '@/lib/tokens/counter-error';
import { FindingText } from './finding-text';
import styles from './forecast-panel.module.css';
import { RefillEquation } from './refill-equation';
import { RefillTable } from './refill-table';

interface ForecastPanelProps {
  readonly simulation: Simulation;
  /** Of the policy. */
  readonly counter: CounterId;
  onSelectCall(call: number): void;
}

const SHOWN_LOOPS = 3;

export function ForecastPanel({ simulation, counter, onSelectCall }: ForecastPanelProps) {
  const { refills, findings, loops } = useMemo(() => forecast(simulation, counter), [simulation, counter]);
  const newest = refills.at(-1);
  if (newest === undefined) return null;
  return (
    <section className={styles.panel} aria-labelledby="forecast-title">
      <h2 id="forecast-title">Forecast</h2>
      {findings.some(({ type }) => type === 'thrash' || type === 'stuck') && (
        <p className={styles.verdict}>This policy cannot make progress here.</p>
      )}
      <ul className={styles.findings}>
        {findings.map((finding) => (
          <li key={finding.type} data-finding={finding.type}>
            <FindingText finding={finding} onSelectCall={onSelectCall} />
          </li>
        ))}
        {loops.slice(0, SHOWN_LOOPS).map(({ from, to, compactions }) => (
          <li key={from} data-finding="loop">
            Loop: {exactNumber(compactions)} compactions within a few calls of each other, from{' '}
            <CallLink call={from} onSelectCall={onSelectCall} /> to <CallLink call={to} onSelectCall={onSelectCall} />.
          </li>
        ))}
        {loops.length > SHOWN_LOOPS && (
          <li>{exactNumber(loops.length - SHOWN_LOOPS)} more loops; see all compactions.</li>
        )}
      </ul>
      <RefillEquation
        refill={newest}
        isNextKnown={findings.some(({ type }) => type === 'next')}
        onSelectCall={onSelectCall}
      />
      {refills.length > 1 && <RefillTable refills={refills} onSelectCall={onSelectCall} />}
    </section>
  );
}
