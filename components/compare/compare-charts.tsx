import { useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { SmallContext } from '@/components/charts/compared/small-context';
import { categoryColor } from '@/components/charts/frame/category-color';
import { wholeRange } from '@/lib/series/chart/call-range';
import { largest, topOfPlot } from '@/lib/series/chart/plot-scale';
import { sentCalls } from '@/lib/series/chart/sent-calls';
import { RECORDED } from '@/lib/series/tables/comparison-table';
import { runFailure, runFailureWords } from '@/lib/simulator/replay/run-failure';
import { type CompareColumn, keyOf } from '@/lib/state/compare/compare-link';
import { categories, categoryTitles } from '@/lib/tokens/category';
import type { OpenSession } from '@/lib/worker/engine/messages';
import styles from './compare-charts.module.css';
import { ComparePart } from './compare-part';
import { comparison } from './compare-store';
import { SavePicture } from './save-picture';

interface CompareChartsProps {
  readonly session: OpenSession;
  readonly columns: readonly CompareColumn[];
  readonly names: readonly string[];
}

/** The contexts of all columns, one chart each, with the same axes. */
export function CompareCharts({ session: { timeline, summary }, columns, names }: CompareChartsProps) {
  const policies = useStore(comparison, (state) => state.policies);
  const drawn = useRef<HTMLDivElement>(null);
  const range = useMemo(() => wholeRange(timeline.calls), [timeline]);
  const charts = useMemo(() => {
    const recorded = {
      name: RECORDED,
      curve: timeline,
      compactions: timeline.events.flatMap(({ kind, call }) => (kind === 'full' ? [call] : [])),
      count: summary.compactions,
      end: undefined,
      peak: summary.peakTokens,
    };
    const simulated = columns.flatMap((column, index) => {
      const simulation = policies.get(keyOf(column))?.simulation;
      if (simulation === undefined) return [];
      const { used, byCategory, compactions, totals } = simulation;
      const failure = runFailure(simulation);
      return {
        name: names[index] ?? '',
        curve: { calls: sentCalls(simulation), used, byCategory },
        compactions: compactions.map(({ call }) => call),
        count: compactions.length,
        end: failure && runFailureWords(failure, failure.call + 1),
        peak: totals.peak,
      };
    });
    return [recorded, ...simulated];
  }, [timeline, summary, columns, names, policies]);
  const top = topOfPlot(...charts.map(({ curve }) => largest(curve.used)));
  const shown = useMemo(
    () => categories.filter((category) => charts.some(({ curve }) => curve.byCategory[category].some(Boolean))),
    [charts],
  );
  return (
    <ComparePart title="Context by call" buttons={<SavePicture of={drawn} name="contexts" what="charts" />}>
      <div ref={drawn} className={styles.charts}>
        {charts.map((chart) => (
          <SmallContext key={chart.name} {...chart} range={range} top={top} shown={shown} />
        ))}
        <ul className={styles.legend} aria-label="Categories">
          {shown.map((category) => (
            <li key={category}>
              <svg width="10" height="10" aria-hidden="true">
                <rect width="10" height="10" fill={categoryColor(category)} />
              </svg>
              <span data-caption>{categoryTitles[category]}</span>
            </li>
          ))}
          <li>
            <svg width="10" height="10" aria-hidden="true">
              <path className={styles.mark} d="M5 0V10" />
            </svg>
            <span data-caption>Compaction</span>
          </li>
        </ul>
      </div>
    </ComparePart>
  );
}
