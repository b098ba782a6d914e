'use client';

import { useCallback, useState } from 'react';
import type { SideSeriesId } from '@/lib/series/chart/side-series';
import type { EventKind } from '@/lib/series/chart/simulation-events';
import type { LineName } from '@/lib/series/chart/threshold-lines';
import type { ScenarioName } from '@/lib/state/simulate/simulated-session';
import type { Category } from '@/lib/tokens/category';
import type { Boundary } from '@/lib/transcript/transcript';

/** Hidden by a click in the legend. */
export type Hideable =
  | Category
  | `event ${EventKind}`
  | `recorded ${Boundary['kind']}`
  | `line ${LineName}`
  | 'recording'
  | 'ghost'
  | `scenario ${ScenarioName}`;

export interface ChartView {
  /** One line for the whole context instead of areas. */
  readonly isLine: boolean;
  readonly side: SideSeriesId | undefined;
  readonly hidden: ReadonlySet<Hideable>;
}

export interface ChartViewActions {
  readonly showLine: (isLine: boolean) => void;
  readonly showSide: (side: SideSeriesId | undefined) => void;
  readonly toggle: (item: Hideable) => void;
}

export function useChartView(hiddenAtFirst: () => readonly Hideable[]): readonly [ChartView, ChartViewActions] {
  const [view, setView] = useState<ChartView>(() => ({
    isLine: false,
    side: undefined,
    hidden: new Set(hiddenAtFirst()),
  }));
  const showLine = useCallback((isLine: boolean) => setView((shown) => ({ ...shown, isLine })), []);
  const showSide = useCallback((side: SideSeriesId | undefined) => setView((shown) => ({ ...shown, side })), []);
  const toggle = useCallback((item: Hideable) => {
    setView((shown) => {
      const hidden = new Set(shown.hidden);
      if (!hidden.delete(item)) hidden.add(item);
      return { ...shown, hidden };
    });
  }, []);
  return [view, { showLine, showSide, toggle }];
}
