'use client';

import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { preferences } from '@/components/shell/stores';
import { type SettingGroup, type SweepableSetting, sweepableSettings } from '@/lib/series/tables/sweepable-settings';
import type { SessionPlace } from '@/lib/state/sessions/session-place';
import type { SimulationView } from '@/lib/state/simulate/simulated-session';
import { sweepValues, USUAL_COUNT, usualRange } from '@/lib/state/simulate/sweep-range';
import { isCounting, isStale, type Sweeps, type Swept } from '@/lib/state/simulate/sweeps';
import { SettingPicker } from './setting-picker';
import { SweepForm, type SweepPlan } from './sweep-form';
import styles from './sweep-panel.module.css';
import { SweepResult } from './sweep-result';
import { SweepStatus } from './sweep-status';

interface SweepPanelProps {
  readonly sweeps: StoreApi<Sweeps>;
  readonly place: SessionPlace;
  readonly view: SimulationView;
  /** The model's own. */
  readonly window: number;
  /** Of the agent that made the recording. */
  readonly agentVersion: string | undefined;
  onTake(path: string, value: number): void;
}

/** It has an effect under every policy with automatic compaction. */
const FIRST_PATH = 'thresholds.percent';

interface Choice {
  readonly path: string;
  /** Missing for the default. */
  readonly plan?: SweepPlan;
}

export function SweepPanel({ sweeps, place, view, window, agentVersion, onTake }: SweepPanelProps) {
  const state = useStore(sweeps, (each) => each.state);
  const countsMisses = useStore(preferences, (chosen) => chosen.countsMisses);
  const swept = state.type === 'idle' ? undefined : state.swept;
  const [choice, setChoice] = useState<Choice>(() => choiceOf(swept));
  const { policy } = view;
  const session = useMemo(() => ({ window, version: agentVersion }), [window, agentVersion]);
  const groups = useMemo(() => sweepableSettings(policy, session), [policy, session]);
  const sweptGroups = useMemo(() => swept && sweepableSettings(swept.view.policy, session), [swept, session]);
  const chosen = settingIn(groups, choice.path) ?? settingIn(groups, FIRST_PATH);
  if (chosen === undefined) return null;

  const { setting, group } = chosen;
  const { path, range, value } = setting;
  const plan = choice.plan ?? { range: usualRange(range, value, window), count: USUAL_COUNT };
  const result = sweptGroups && swept && settingIn(sweptGroups, swept.path)?.setting;
  const { start, countMisses, cancel } = sweeps.getState();

  const chooseMisses = (isOn: boolean) => {
    preferences.getState().set({ countsMisses: isOn });
    if (isOn) void countMisses();
    else if (isCounting(state)) cancel();
  };

  return (
    <section className={styles.panel} aria-labelledby="sweep-title">
      <h2 id="sweep-title">Sweep</h2>
      <SettingPicker groups={groups} path={path} onChoose={(next) => setChoice({ path: next })} />
      {group.isOff && <p className={styles.note}>{group.title} is off, so its settings have no effect.</p>}
      <SweepForm
        setting={setting}
        plan={plan}
        onPlan={(next) => setChoice({ path, plan: next })}
        onRun={() => {
          setChoice({ path, plan });
          start({ place, view, path, values: sweepValues(plan.range, plan.count, range.step, value) });
        }}
      />
      {state.type === 'idle' && (
        <p className={styles.note}>Replays the session with each value and compares compactions, peak and cost.</p>
      )}
      {state.type !== 'idle' && result !== undefined && (
        <SweepStatus
          title={result.title}
          state={state}
          isStale={isStale(state.swept, view)}
          showsMisses={countsMisses}
          onCancel={cancel}
          onRunAgain={() => start({ ...state.swept, place, view })}
          onCountRest={countMisses}
        />
      )}
      {state.type !== 'idle' && state.type !== 'failed' && result !== undefined && (
        <SweepResult
          state={state}
          setting={result}
          present={settingIn(groups, result.path)?.setting.value}
          showsMisses={countsMisses}
          onShowMisses={chooseMisses}
          onTake={(taken) => onTake(result.path, taken)}
        />
      )}
    </section>
  );
}

function choiceOf(swept: Swept | undefined): Choice {
  if (swept === undefined) return { path: FIRST_PATH };
  const { path, values } = swept;
  return { path, plan: { range: { from: values[0] ?? 0, to: values.at(-1) ?? 0 }, count: values.length } };
}

function settingIn(
  groups: readonly SettingGroup[],
  path: string,
): { readonly setting: SweepableSetting; readonly group: SettingGroup } | undefined {
  for (const group of groups) {
    const setting = group.settings.find((each) => each.path === path);
    if (setting !== undefined) return { setting, group };
  }
  return undefined;
}
