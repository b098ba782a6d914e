import { describe, expect, it } from 'vitest';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { replayMaterial } from '../../simulator/recorded/replay-material';
import { readingSession } from '../../simulator/replay/reading-session.test-support';
import { replay } from '../../simulator/replay/replay';
import { assumed } from '../../summarizers/assumed';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import type { ReplayState } from '../shared/newest-replay';
import { type ScenarioSession, scenarioActions } from './scenario-actions';
import { type Scenario, type ScenarioName, type SimulationView, scenarioNames, whatIfView } from './simulated-session';

const simulation = replay(replayMaterial(transcriptFromText(readingSession(3))), claudeCode21, assumed());
const usual = whatIfView(claudeCode21);
const scenario = (name: ScenarioName): Scenario => ({ ...usual, name, simulation });

function set(of: Partial<ScenarioSession> = {}) {
  const done: unknown[] = [];
  const told: { text: string; undo: (() => void) | undefined }[] = [];
  const actions = scenarioActions({
    session: () => ({
      simulation,
      replay: { type: 'shown' },
      scenarios: [],
      keepScenario: (name) => done.push(['keep', name]),
      dropScenario: (name) => done.push(['drop', name]),
      takeView: (view) => done.push(['take', view]),
      restoreScenario: ({ name }) => done.push(['restore', name]),
      ...of,
    }),
    notify: (text, undo) => told.push({ text, undo }),
  });
  return { actions, done, told };
}

describe('pinning', () => {
  it('takes the first free letter, and reports it', () => {
    const { actions, done, told } = set({ scenarios: [scenario('A'), scenario('C')] });
    actions.pin();
    expect(done).toEqual([['keep', 'B']]);
    expect(told[0]?.text).toBe('Pinned as B.');
  });

  it('is rejected with a message if no letter is free', () => {
    const { actions, done, told } = set({ scenarios: scenarioNames.map(scenario) });
    actions.pin();
    expect(done).toEqual([]);
    expect(told[0]?.text).toMatch(/^Could not pin: A to D are in use/);
  });

  it('is rejected while the numbers do not match the view', () => {
    const choice = usual;
    const failure = { what: 'It failed.', advice: 'Again.' };
    const replays: readonly ReplayState<SimulationView>[] = [
      { type: 'running', choice, isSlow: false, progress: undefined },
      { type: 'cancelled', choice },
      { type: 'failed', choice, failure },
    ];
    for (const of of [{ simulation: undefined }, ...replays.map((replay) => ({ replay }))]) {
      const { actions, done, told } = set(of);
      actions.pin();
      expect(done).toEqual([]);
      expect(told[0]?.text).toMatch(/^Could not pin/);
    }
  });
});

it('removing a scenario makes it the view, without its numbers', () => {
  const { actions, done } = set();
  actions.take(scenario('A'));
  expect(done).toEqual([['take', usual]]);
});

describe('a removed scenario', () => {
  /** Those that were pinned in between. */
  const restored = (since: readonly ScenarioName[]) => {
    const { actions, done, told } = set({ scenarios: since.map(scenario) });
    actions.drop(scenario('B'));
    told[0]?.undo?.();
    return { done, told };
  };

  it('can be restored', () => {
    const { done, told } = restored(['A']);
    expect(done).toEqual([
      ['drop', 'B'],
      ['restore', 'B'],
    ]);
    expect(told).toHaveLength(1);
  });

  it('takes a free letter if its own is taken, and reports it', () => {
    const { done, told } = restored(['A', 'B']);
    expect(done.at(-1)).toEqual(['restore', 'C']);
    expect(told.at(-1)?.text).toBe('Restored as C, because B is in use.');
  });

  it('is rejected with a message if no letter is free, and can be restored once one is', () => {
    const { done, told } = restored(scenarioNames);
    expect(done).toEqual([['drop', 'B']]);
    expect(told.at(-1)?.text).toMatch(/^Could not restore scenario B: A to D are in use/);
    expect(told.at(-1)?.undo).toBeDefined();
  });
});
