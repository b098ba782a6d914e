import { memo, useMemo } from 'react';
import type { ContextCurve } from '@/lib/series/chart/drawn-calls';
import type { Placing } from '@/lib/series/chart/line-path';
import { stackPaths, totalPath } from '@/lib/series/chart/stack-paths';
import type { Category } from '@/lib/tokens/category';
import { categoryColor } from '../frame/category-color';
import type { PlotArea } from '../frame/plot-frame';
import styles from './context-areas.module.css';

interface ContextAreasProps {
  readonly curve: ContextCurve;
  /** The drawn categories. */
  readonly calls: readonly number[];
  readonly placing: Placing;
  readonly area: PlotArea;
  readonly shown: readonly Category[];
  /** One line for all categories together. */
  readonly isLine: boolean;
}

/** The composition of the context. Stepping through calls must not redraw it. */
export const ContextAreas = memo(function ContextAreas(props: ContextAreasProps) {
  const { curve, calls, placing, area, shown, isLine } = props;
  const total = useMemo(() => (isLine ? totalPath(curve, calls, placing) : undefined), [curve, calls, placing, isLine]);
  const stack = useMemo(
    () => (isLine ? [] : stackPaths(curve, calls, shown, placing)),
    [curve, calls, shown, placing, isLine],
  );
  return (
    <svg
      className={styles.areas}
      style={{ top: area.top }}
      width={area.width}
      height={area.height}
      data-layer="areas"
      aria-hidden="true"
    >
      {stack.map(({ category, area: filled, edge }) => (
        <g key={category} data-category={category}>
          <path d={filled} fill={categoryColor(category)} />
          <path d={edge} className={styles.edge} />
        </g>
      ))}
      {total !== undefined && (
        <g data-category="all">
          <path d={total.area} className={styles.below} />
          <path d={total.edge} className={styles.total} />
        </g>
      )}
    </svg>
  );
});
