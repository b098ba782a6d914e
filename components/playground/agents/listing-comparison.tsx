'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import { type ComparedCall, comparedListings, type ListingComparison } from '@/lib/agent/ab/listing-comparison';
import { type Failure, failureOf } from '@/lib/base/failure';
import { dollars } from '@/lib/series/words/format-dollars';
import { exactNumber } from '@/lib/series/words/format-number';
import { comparisonWords } from '@/lib/state/playground/agents/agent-words';
import styles from './agents.module.css';

interface ListingComparisonProps {
  /** Null without a prompt. */
  compare(): Promise<ListingComparison | null>;
}

const TITLES = { 'in-tool': 'In the description', 'in-message': 'In a message' } as const;

type State =
  | { readonly type: 'none' | 'running' | 'no-prompt' }
  | { readonly type: 'failed'; readonly failure: Failure }
  | { readonly type: 'done'; readonly comparison: ListingComparison };

/** [O3] One press has the session done again with the list in either place. */
export function CompareListings({ compare }: ListingComparisonProps) {
  const [state, setState] = useState<State>({ type: 'none' });
  const start = () => {
    setState({ type: 'running' });
    compare().then(
      (comparison) => setState(comparison === null ? { type: 'no-prompt' } : { type: 'done', comparison }),
      (error: unknown) => setState({ type: 'failed', failure: failureOf(error) }),
    );
  };
  return (
    <div className={styles.section}>
      <div className={styles.head}>
        <Button disabled={state.type === 'running'} onClick={start}>
          Compare both ways
        </Button>
        <p className={styles.muted} role="status">
          {state.type === 'none' &&
            'Does this session again in a copy, once with the list in either place. The script answers.'}
          {state.type === 'running' && 'Comparing…'}
          {state.type === 'no-prompt' && 'There is nothing to compare yet: send a prompt first.'}
          {state.type === 'done' && comparisonWords(state.comparison)}
        </p>
      </div>
      {state.type === 'failed' && <ErrorNote {...state.failure} />}
      {state.type === 'done' && <ComparisonTable comparison={state.comparison} />}
    </div>
  );
}

function ComparisonTable({ comparison: { calls, sums } }: { readonly comparison: ListingComparison }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={styles.tall} aria-label="Comparison, call by call" tabIndex={0}>
      <table className={styles.table} aria-label="Both ways, call by call">
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              Call
            </th>
            {comparedListings.map((listing) => (
              <th key={listing} scope="colgroup" colSpan={3}>
                {TITLES[listing]}
              </th>
            ))}
          </tr>
          <tr>
            {comparedListings.map((listing) => (
              <Heads key={listing} />
            ))}
          </tr>
        </thead>
        <tbody>
          {calls.map((sides, call) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a call has nothing but its number
            <tr key={call} data-list={sides.find((side) => side?.list !== undefined)?.list}>
              <th scope="row">{exactNumber(call + 1)}</th>
              {comparedListings.map((listing, side) => (
                <Cells key={listing} call={sides[side]} />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">In sum</th>
            {comparedListings.map((listing, side) => (
              <Cells key={listing} call={sums[side]} />
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Heads() {
  return (
    <>
      <th scope="col">Read from cache</th>
      <th scope="col">Written</th>
      <th scope="col">Cost</th>
    </>
  );
}

function Cells({ call }: { readonly call: ComparedCall | undefined }) {
  if (call === undefined) return <td colSpan={3}>not made</td>;
  return (
    <>
      <td>
        {exactNumber(call.read)}
        {call.list === 'broken' && <strong className={styles.error}> cache broken: the list changed</strong>}
        {call.list === 'changed' && <span className={styles.muted}> the list changed</span>}
      </td>
      <td>{exactNumber(call.written)}</td>
      <td>{call.dollars === undefined ? 'unknown' : `≈ ${dollars(call.dollars)}`}</td>
    </>
  );
}
