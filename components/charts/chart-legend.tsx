import type { TimelineEvent } from '@/lib/simulator/timeline';
import { type Category, categoryTitles } from '@/lib/tokens/category';
import type { Boundary } from '@/lib/transcript/transcript';
import { boundaryTitles } from './boundary-names';
import { categoryColor } from './category-color';
import styles from './chart-legend.module.css';
import { EventMark } from './event-mark';

interface ChartLegendProps {
  readonly present: readonly Category[];
  readonly hidden: ReadonlySet<Category>;
  readonly events: readonly TimelineEvent[];
  onToggle(category: Category): void;
}

const kinds: readonly Boundary['kind'][] = ['full', 'micro', 'prune', 'rewind'];

export function ChartLegend({ present, hidden, events, onToggle }: ChartLegendProps) {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {present.map((category) => (
        <li key={category}>
          <button
            type="button"
            className={styles.item}
            aria-pressed={!hidden.has(category)}
            title={hidden.has(category) ? 'Show in the chart' : 'Hide in the chart'}
            onClick={() => onToggle(category)}
          >
            <span className={styles.swatch} style={{ color: categoryColor(category) }} />
            {categoryTitles[category]}
          </button>
        </li>
      ))}
      {kinds
        .filter((kind) => events.some((event) => event.kind === kind))
        .map((kind) => (
          <li key={kind} className={styles.event}>
            <EventMark kind={kind} />
            {boundaryTitles[kind]}
          </li>
        ))}
      {events.some((event) => event.isGuess) && (
        <li className={styles.event}>
          <EventMark kind="full" isGuess />
          hollow: concluded, not recorded
        </li>
      )}
    </ul>
  );
}
