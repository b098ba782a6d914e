import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, failureOf, isCancelled } from '../../base/failure';
import { asRecorded } from '../../policies/presets/as-recorded';
import { changeSetting, type SettingValue } from '../../policies/shape/change-setting';
import type { Policy } from '../../policies/shape/policy';
import type { Simulation } from '../../simulator/pipeline/simulation';
import type { ReplayMode } from '../../simulator/recorded/replay-mode';
import type { CommandAtCall } from '../../simulator/replay/replay';
import type { MessageId } from '../../transcript/transcript';
import type { engine } from '../../worker/engine/client';
import type { SimulatedContext, SimulationChoice } from '../../worker/engine/messages';
import { unpackContext } from '../../worker/engine/packed-context';
import type { Replies } from '../../worker/engine/replies';

/** The part in links: everything that the numbers depend on. */
export interface SimulationView {
  readonly policy: Policy;
  readonly mode: ReplayMode;
  readonly replies: Replies;
  readonly pinned: readonly MessageId[];
  /** Commands before calls, in the order of the calls. */
  readonly commands: readonly CommandAtCall[];
}

/** A view stored for comparison. */
export interface Scenario extends SimulationView {
  readonly name: ScenarioName;
  readonly simulation: Simulation;
}

export const scenarioNames = ['A', 'B', 'C', 'D'] as const;
export type ScenarioName = (typeof scenarioNames)[number];

export interface SimulatedSession {
  readonly view: SimulationView;
  /** Views for undo, latest last, and those for redo. */
  readonly past: readonly SimulationView[];
  readonly future: readonly SimulationView[];
  /** Of the current view, or of the previous one while that is being computed. */
  readonly simulation: Simulation | undefined;
  /** The one before the last change. */
  readonly ghost: Simulation | undefined;
  readonly isRunning: boolean;
  readonly failure: Failure | undefined;
  readonly call: number;
  readonly context: SimulatedContext | undefined;
  readonly contextFailure: Failure | undefined;
  readonly scenarios: readonly Scenario[];
  /** With another session, or the same reloaded. */
  start(call: number, view?: SimulationView): void;
  /** Fails if the setting does not accept the value. Consecutive changes of one setting are one undo step. */
  change(path: string, value: SettingValue): string | undefined;
  /** The pointer was released: further changes are another step, however soon. */
  endGesture(): void;
  choosePolicy(policy: Policy): void;
  chooseMode(mode: ReplayMode): void;
  chooseReplies(replies: Replies): void;
  togglePin(id: MessageId): void;
  unpinAll(): void;
  /** Before a call, after existing commands there. */
  addCommand(command: CommandAtCall): void;
  removeCommand(command: CommandAtCall): void;
  /** The whole view, as one step. */
  takeView(view: SimulationView): void;
  undo(): void;
  redo(): void;
  lookAt(call: number): void;
  /** Under the first free name, or replacing the named one. */
  keepScenario(name?: ScenarioName): void;
  dropScenario(name: ScenarioName): void;
  restoreScenario(scenario: Scenario): void;
}

export interface SimulatedSessionParts {
  loadEngine(): Promise<Pick<typeof engine, 'ask'>>;
  nowMs(): number;
}

/** Changes of the same setting that are no further apart belong to one gesture. */
const GESTURE_MS = 1_000;
const MAX_STEPS = 100;

export const usualView: SimulationView = {
  policy: asRecorded,
  mode: 'free',
  replies: { type: 'recorded' },
  pinned: [],
  commands: [],
};

export function createSimulatedSession({ loadEngine, nowMs }: SimulatedSessionParts): StoreApi<SimulatedSession> {
  /** Answers for a session that is no longer open are dropped. */
  let generation = 0;
  let gesture: { readonly setting: string; readonly atMs: number } | undefined;

  return createStore<SimulatedSession>()((set, get) => {
    const choice = (): SimulationChoice => {
      const { policy, mode, replies, pinned, commands } = get().view;
      return { policy, mode, replies, pinned, commands };
    };

    const simulate = async () => {
      const mine = generation;
      const { view } = get();
      set({ isRunning: true });
      try {
        const answer = await (await loadEngine()).ask('simulate', choice());
        if (mine !== generation || answer.type === 'overtaken') return;
        set({ simulation: answer.value, failure: undefined, ...(get().view === view ? { isRunning: false } : {}) });
      } catch (error) {
        if (mine === generation && !isCancelled(error)) set({ failure: failureOf(error), isRunning: false });
      }
    };

    const look = async () => {
      const mine = generation;
      const { call } = get();
      try {
        const answer = await (await loadEngine()).ask('simulated-context', { ...choice(), call });
        if (mine !== generation || answer.type === 'overtaken') return;
        set({ context: unpackContext(answer.value), contextFailure: undefined });
      } catch (error) {
        if (mine === generation && !isCancelled(error)) set({ contextFailure: failureOf(error) });
      }
    };

    const show = (view: SimulationView) => {
      set({ view });
      void simulate();
      void look();
    };

    /** An undo step, unless it continues the previous gesture. */
    const step = (view: SimulationView, setting?: string) => {
      const { view: before, past, simulation } = get();
      const isSame = setting !== undefined && gesture?.setting === setting && nowMs() - gesture.atMs <= GESTURE_MS;
      gesture = setting === undefined ? undefined : { setting, atMs: nowMs() };
      if (!isSame) set({ past: [...past, before].slice(-MAX_STEPS), future: [], ghost: simulation });
      show(view);
    };

    return {
      view: usualView,
      past: [],
      future: [],
      simulation: undefined,
      ghost: undefined,
      isRunning: false,
      failure: undefined,
      call: 0,
      context: undefined,
      contextFailure: undefined,
      scenarios: [],

      start: (call, view = usualView) => {
        generation += 1;
        gesture = undefined;
        set({
          past: [],
          future: [],
          simulation: undefined,
          ghost: undefined,
          failure: undefined,
          call,
          context: undefined,
          contextFailure: undefined,
          scenarios: [],
        });
        show(view);
      },

      change: (path, value) => {
        const { view } = get();
        const changed = changeSetting(view.policy, path, value);
        if (!changed.ok) return changed.error;
        step({ ...view, policy: changed.value }, path);
        return undefined;
      },

      endGesture: () => {
        gesture = undefined;
      },
      choosePolicy: (policy) => step({ ...get().view, policy }),
      chooseMode: (mode) => step({ ...get().view, mode }),
      chooseReplies: (replies) => step({ ...get().view, replies }, `replies ${replies.type}`),
      togglePin: (id) => {
        const { view } = get();
        const others = view.pinned.filter((pinned) => pinned !== id);
        const pinned = others.length === view.pinned.length ? [...others, id] : others;
        step({ ...view, pinned });
      },

      unpinAll: () => step({ ...get().view, pinned: [] }),
      addCommand: (command) => {
        const { view } = get();
        step({ ...view, commands: [...view.commands, command].sort((a, b) => a.call - b.call) });
      },
      removeCommand: (command) => {
        const { view } = get();
        step({ ...view, commands: view.commands.filter((each) => each !== command) });
      },
      takeView: (view) => step(view),

      undo: () => {
        const { view, past, future, simulation } = get();
        const before = past.at(-1);
        if (before === undefined) return;
        gesture = undefined;
        set({ past: past.slice(0, -1), future: [...future, view], ghost: simulation });
        show(before);
      },

      redo: () => {
        const { view, past, future, simulation } = get();
        const next = future.at(-1);
        if (next === undefined) return;
        gesture = undefined;
        set({ past: [...past, view], future: future.slice(0, -1), ghost: simulation });
        show(next);
      },

      lookAt: (call) => {
        if (call === get().call) return;
        set({ call });
        void look();
      },

      keepScenario: (wanted) => {
        const { view, simulation, scenarios } = get();
        const name = wanted ?? scenarioNames.find((free) => scenarios.every((scenario) => scenario.name !== free));
        if (simulation !== undefined && name !== undefined) get().restoreScenario({ ...view, name, simulation });
      },

      restoreScenario: (scenario) => {
        const others = get().scenarios.filter(({ name }) => name !== scenario.name);
        set({ scenarios: [...others, scenario].sort((a, b) => a.name.localeCompare(b.name)) });
      },

      dropScenario: (name) => set({ scenarios: get().scenarios.filter((scenario) => scenario.name !== name) }),
    };
  });
}
