'use client';

import { useState } from 'react';
import { describeEvent } from '@/components/charts/boundary-names';
import { ScrollArea } from '@/components/ui/scroll-area';
import { exactNumber } from '@/lib/series/format-number';
import type { Timeline } from '@/lib/simulator/timeline';
import { categories, categoryTitles } from '@/lib/tokens/category';
import styles from './chart-table.module.css';

const SHOWN_CALLS = 50;

/** The picture as numbers. The rows are spread evenly over the calls; every recorded compaction is among them. */
export function ChartTable({ timeline }: { readonly timeline: Timeline }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.details} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Show as table</summary>
      {isOpen && (
        <ScrollArea className={styles.scroll} label="Context by call, as a table">
          <table>
            <thead>
              <tr>
                <th scope="col">Call</th>
                <th scope="col">Total</th>
                {categories.map((category) => (
                  <th key={category} scope="col">
                    {categoryTitles[category]}
                  </th>
                ))}
                <th scope="col">Before it</th>
              </tr>
            </thead>
            <tbody>
              {tableCalls(timeline).map((call) => (
                <tr key={call}>
                  <th scope="row">{exactNumber(call + 1)}</th>
                  <td>
                    {timeline.isMeasured[call] === 1 ? '' : '≈ '}
                    {exactNumber(timeline.used[call] ?? 0)}
                  </td>
                  {categories.map((category) => (
                    <td key={category}>{exactNumber(timeline.byCategory[category][call] ?? 0)}</td>
                  ))}
                  <td className={styles.event}>
                    {timeline.events
                      .filter((event) => event.call === call)
                      .map(describeEvent)
                      .join('; ')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </details>
  );
}

function tableCalls({ calls, events }: Timeline): readonly number[] {
  const chosen = new Set<number>();
  const shown = Math.min(calls, SHOWN_CALLS);
  for (let row = 0; row < shown; row += 1) chosen.add(Math.round((row * (calls - 1)) / Math.max(1, shown - 1)));
  for (const { call } of events) for (const near of [call - 1, call]) if (near >= 0 && near < calls) chosen.add(near);
  return [...chosen].sort((a, b) => a - b);
}
