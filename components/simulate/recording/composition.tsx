import { categoryColor } from '@/components/charts/frame/category-color';
import { NumberText } from '@/components/ui/number-text';
import { exactNumber, percent } from '@/lib/series/words/format-number';
import type { WeighedContext } from '@/lib/simulator/recorded/context-at-call';
import { type Category, categories, categoryTitles } from '@/lib/tokens/category';
import type { CounterError } from '@/lib/tokens/counter-error';
import type { OpenSession } from '@/lib/worker/engine/messages';
import styles from './composition.module.css';

interface CompositionProps {
  readonly context: WeighedContext;
  /** The categories that the session has at any call, so that no row comes or goes from call to call. */
  readonly present: readonly Category[];
  readonly counters: readonly CounterError[];
  readonly systemInFile: OpenSession['systemInFile'];
}

export function Composition({ context, present, counters, systemInFile }: CompositionProps) {
  const { tokens, byCategory, notInFile, isMeasured } = context;
  const largest = Math.max(1, ...categories.map((category) => byCategory[category]));
  const hatched = Math.min(notInFile, byCategory.system);
  const error = errorOn(counters);
  return (
    <section aria-labelledby="composition-title">
      <h2 id="composition-title" className={styles.title}>
        Composition <span className={styles.muted}>at call {exactNumber(context.call + 1)}</span>
      </h2>
      <table className={styles.table} data-chart="composition">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Category</th>
            <th scope="col">Share, chart</th>
            <th scope="col">Tokens</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {present.map((category) => {
            const amount = byCategory[category];
            return (
              <tr key={category} className={amount === 0 ? styles.none : undefined}>
                <th scope="row">{categoryTitles[category]}</th>
                <td className={styles.bar}>
                  <span
                    style={{ width: `${(amount / largest) * 100}%`, backgroundColor: categoryColor(category) }}
                    className={styles.fill}
                  >
                    {category === 'system' && hatched > 0 && (
                      <span className={styles.hatch} style={{ width: `${(hatched / amount) * 100}%` }} />
                    )}
                  </span>
                </td>
                <td className={styles.number}>
                  <NumberText value={amount} unit="tokens" isEstimate={amount > 0} source={`estimated${error}`} />
                </td>
                <td className={styles.share} title="Share of this call’s total">
                  {amount === 0 ? '' : percent(amount / Math.max(1, tokens))}
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td />
            <td className={styles.number}>
              <NumberText
                value={tokens}
                unit="tokens"
                isEstimate={!isMeasured}
                source={isMeasured ? 'usage recorded with this call' : `estimated${error}`}
              />
            </td>
            <td />
          </tr>
        </tfoot>
      </table>
      <div className={styles.notes}>
        {notInFile > 0 && (
          <p>
            <span className={styles.key} aria-hidden="true" />
            <NumberText
              value={notInFile}
              unit="tokens"
              isEstimate
              source="recorded usage minus the content of the file"
            />{' '}
            {systemInFile === 'none' ? 'are' : 'appear to be'} not in the file: system prompt, tools and what the agent
            adds. The recorded usage exceeds the content of the file by this amount.
          </p>
        )}
        <p>
          {isMeasured
            ? `The total is recorded; the shares are estimated${error}.`
            : `All values are estimated${error}.`}
        </p>
      </div>
    </section>
  );
}

function errorOn(counters: readonly CounterError[]): string {
  const calibrated = counters.find(({ counter }) => counter === 'calibrated');
  return calibrated?.medianAbsolute === undefined
    ? ''
    : `: ± ${percent(calibrated.medianAbsolute)} on this session, over ${exactNumber(calibrated.compared)} stretches`;
}
