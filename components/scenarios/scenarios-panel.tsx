'use client';

import { useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Kbd } from '@/components/ui/kbd';
import { scenarioTable } from '@/lib/series/tables/scenario-table';
import { settingDifferences } from '@/lib/series/tables/setting-differences';
import { isPinnable, type ScenarioActions } from '@/lib/state/simulate/scenario-actions';
import type { SimulatedSession } from '@/lib/state/simulate/simulated-session';
import { ScenarioLine } from './scenario-line';
import { ScenarioTable } from './scenario-table';
import styles from './scenarios-panel.module.css';

interface ScenariosPanelProps extends Pick<SimulatedSession, 'view' | 'simulation' | 'replay' | 'scenarios'> {
  readonly actions: ScenarioActions;
  /** The model's own. */
  readonly window: number;
  /** Of the agent that made the recording. */
  readonly agentVersion: string | undefined;
}

const PRESENT = 'Current';

export function ScenariosPanel(props: ScenariosPanelProps) {
  const { view, simulation, scenarios, actions, window, agentVersion } = props;
  const [chosen, setChosen] = useState<string>(PRESENT);
  const place = useMemo(() => ({ window, version: agentVersion }), [window, agentVersion]);
  const views = useMemo(() => {
    const present = simulation === undefined ? [] : [{ ...view, name: PRESENT, simulation }];
    return [...present, ...scenarios];
  }, [view, simulation, scenarios]);
  // The selected one may have been deleted.
  const baseline = views.find(({ name }) => name === chosen) ?? views[0];

  return (
    <section className={styles.panel} aria-labelledby="scenarios-title">
      <div className={styles.head}>
        <h2 id="scenarios-title">Scenarios</h2>
        <Button disabled={!isPinnable(props)} onClick={actions.pin}>
          Pin current <Kbd>b</Kbd>
        </Button>
      </div>
      {scenarios.length === 0 || baseline === undefined ? (
        <p className={styles.note}>Pin the current settings as A to D, then change them to see the differences here.</p>
      ) : (
        <>
          <ScenarioTable rows={scenarioTable(views, baseline.name)} baseline={baseline.name} onChoose={setChosen} />
          <ul className={styles.lines}>
            {views.map((each) => {
              const scenario = scenarios.find(({ name }) => name === each.name);
              return (
                <ScenarioLine
                  key={each.name}
                  name={each.name}
                  isBaseline={each === baseline}
                  differences={settingDifferences(baseline, each, place)}
                  onTake={scenario && (() => actions.take(scenario))}
                  onDrop={scenario && (() => actions.drop(scenario))}
                />
              );
            })}
          </ul>
        </>
      )}
    </section>
  );
}
