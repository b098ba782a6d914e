import type { LineName } from '@/lib/series/chart/threshold-lines';
import type { Scenario, ScenarioName } from '@/lib/state/simulate/simulated-session';

/** A pinned scenario, drawn as a line over the chart. */
export type Overlay = Pick<Scenario, 'name' | 'simulation'>;

export interface LineLook {
  readonly color: string;
  readonly dash: string | undefined;
  readonly isThin: boolean;
}

/** Distinguished by dashes and by the letters at their ends: the areas leave no colours for them. */
export const overlayLooks: Readonly<Record<ScenarioName, LineLook>> = {
  A: { color: 'var(--text)', dash: '7 3', isThin: false },
  B: { color: 'var(--text)', dash: '2 3', isThin: false },
  C: { color: 'var(--text)', dash: '10 3 2 3', isThin: false },
  D: { color: 'var(--text)', dash: '14 5', isThin: false },
};

/** The ground of every comparison. */
export const recordingLook: LineLook = { color: 'var(--text)', dash: undefined, isThin: true };

export const ghostLook: LineLook = { color: 'var(--text-muted)', dash: '4 2', isThin: true };

export const lineLooks: Readonly<Record<LineName, LineLook>> = {
  window: { color: 'var(--danger)', dash: undefined, isThin: true },
  effective: { color: 'var(--text-muted)', dash: '1 3', isThin: true },
  blocking: { color: 'var(--danger)', dash: '6 3', isThin: true },
  auto: { color: 'var(--text)', dash: undefined, isThin: false },
  warning: { color: 'var(--warning)', dash: '8 3 2 3', isThin: true },
};
