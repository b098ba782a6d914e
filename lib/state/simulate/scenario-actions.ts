import { type Scenario, type ScenarioName, type SimulatedSession, scenarioNames, viewOf } from './simulated-session';

/** The part of a simulated session that scenarios need. */
export type ScenarioSession = Pick<
  SimulatedSession,
  'simulation' | 'replay' | 'scenarios' | 'keepScenario' | 'dropScenario' | 'restoreScenario' | 'takeView'
>;

interface ScenarioActionsParts {
  session(): ScenarioSession;
  /** Tells the user, who may want to undo it. */
  notify(text: string, undo?: () => void): void;
}

export interface ScenarioActions {
  pin(): void;
  take(scenario: Scenario): void;
  drop(scenario: Scenario): void;
}

export function scenarioActions({ session, notify }: ScenarioActionsParts): ScenarioActions {
  return {
    pin: () => {
      const { scenarios, keepScenario } = session();
      const name = freeName(scenarios);
      if (name === undefined) notify('Could not pin: A to D are in use. Delete one first.');
      else if (!isPinnable(session())) notify('Could not pin: the current settings have no result yet.');
      else {
        keepScenario(name);
        notify(`Pinned as ${name}.`);
      }
    },
    take: (scenario) => session().takeView(viewOf(scenario)),
    drop: (scenario) => {
      session().dropScenario(scenario.name);
      notify(`Deleted scenario ${scenario.name}.`, () => restore(scenario));
    },
  };

  /** Its letter may be in use again: the other scenario keeps it. */
  function restore(scenario: Scenario): void {
    const { scenarios, restoreScenario } = session();
    const isTaken = scenarios.some(({ name }) => name === scenario.name);
    const name = isTaken ? freeName(scenarios) : scenario.name;
    if (name === undefined) {
      notify(`Could not restore scenario ${scenario.name}: A to D are in use. Delete one first.`, () =>
        restore(scenario),
      );
      return;
    }
    restoreScenario({ ...scenario, name });
    if (isTaken) notify(`Restored as ${name}, because ${scenario.name} is in use.`);
  }
}

function freeName(scenarios: readonly Scenario[]): ScenarioName | undefined {
  return scenarioNames.find((free) => scenarios.every(({ name }) => name !== free));
}

/** Otherwise the available simulation is still that of an earlier view. */
export function isPinnable({ simulation, replay }: Pick<SimulatedSession, 'simulation' | 'replay'>): boolean {
  return simulation !== undefined && replay.type === 'shown';
}
