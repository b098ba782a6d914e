import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, failureOf, isCancelled } from '../../base/failure';
import { Latest } from '../../base/latest';
import { optional } from '../../base/optional';
import { isSameValue } from '../../base/same-value';
import type { MemoryBefore } from '../../layers/shape/project-memory';
import { policyOfAgent } from '../../policies/index';
import { claudeCodeCurrent } from '../../policies/presets/claude-code-current';
import { none } from '../../policies/presets/none';
import { changeSetting, type SettingValue } from '../../policies/shape/change-setting';
import type { EarlierPolicy } from '../../policies/shape/earlier-policy';
import type { Policy } from '../../policies/shape/policy';
import type { ReplayMode, WhatIfMode } from '../../simulator/pipeline/replay-mode';
import type { Simulation } from '../../simulator/pipeline/simulation';
import type { CommandAtCall } from '../../simulator/replay/replay';
import type { Replies } from '../../simulator/replay/replies';
import type { Agent, MessageId } from '../../transcript/transcript';
import type { engine } from '../../worker/engine/client';
import type { SimulatedContext } from '../../worker/engine/messages';
import { unpackContext } from '../../worker/engine/packed-context';
import { NewestReplay, type ReplayState } from '../shared/newest-replay';
import { noSteps, stepBack, stepForward, stepFrom, type UndoSteps } from '../shared/undo-steps';
import type { Clock } from '../shared/view-history';

/** The part in links: everything that the numbers depend on. */
export interface SimulationView {
  readonly policy: Policy;
  readonly mode: ReplayMode;
  readonly replies: Replies;
  readonly pinned: readonly MessageId[];
  /** Commands before calls, in the order of the calls. */
  readonly commands: readonly CommandAtCall[];
  /** [F9] In a replay from the start, what was typed into the recording does not happen. */
  readonly skipsRecordedCommands?: boolean;
  /** What the policy of a live run was before it was changed. */
  readonly earlier?: readonly EarlierPolicy[];
  /** [J1] What earlier sessions of the project left: of the stored sessions, so not in links. */
  readonly memory?: MemoryBefore;
}

export interface WhatIf extends SimulationView {
  readonly mode: WhatIfMode;
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
  readonly steps: UndoSteps<SimulationView>;
  readonly simulation: Simulation | undefined;
  /** The view that the simulation and the context are of: an earlier one until the replay of `view` is done. */
  readonly shown: SimulationView | undefined;
  /** The one before the last change. */
  readonly ghost: Simulation | undefined;
  readonly replay: ReplayState<SimulationView>;
  readonly call: number;
  readonly context: SimulatedContext | undefined;
  readonly contextFailure: Failure | undefined;
  readonly scenarios: readonly Scenario[];
  /** With another session, or the same reloaded. */
  start(call: number, view: SimulationView): void;
  /** Fails if the setting does not accept the value. Consecutive changes of one setting are one undo step. */
  change(path: string, value: SettingValue): string | undefined;
  /** The pointer was pressed: changes of one setting are one step until it is released, however slow. */
  beginGesture(): void;
  /** The pointer was released: further changes are another step, however soon. */
  endGesture(): void;
  /** Consecutive choices for one setting are one undo step. */
  choosePolicy(policy: Policy, setting?: string): void;
  /** Of a what-if. */
  chooseMode(mode: WhatIfMode): void;
  chooseReplies(replies: Replies): void;
  togglePin(id: MessageId): void;
  unpinAll(): void;
  skipRecordedCommands(skips: boolean): void;
  /** The current policy from the start, without those that the run had before. */
  dropEarlier(): void;
  /** Before a call, after existing commands there. */
  addCommand(command: CommandAtCall): void;
  removeCommand(command: CommandAtCall): void;
  /** Not a step: it follows from the stored sessions. */
  takeMemory(memory: MemoryBefore | undefined): void;
  /** The whole view, as one step. */
  takeView(view: SimulationView): void;
  undo(): void;
  redo(): void;
  lookAt(call: number): void;
  /** What is shown stays, under its own name. */
  cancelReplay(): void;
  replayAgain(): void;
  /** Under the first free name, or replacing the named one. */
  keepScenario(name?: ScenarioName): void;
  dropScenario(name: ScenarioName): void;
  restoreScenario(scenario: Scenario): void;
}

export interface SimulatedSessionParts {
  loadEngine(): Promise<Pick<typeof engine, 'ask'>>;
  readonly clock: Clock;
}

/** Changes of the same setting that are no further apart belong to one gesture. */
const GESTURE_MS = 1_000;

/** The recording itself, beside the rules of its agent if they are known. */
export function recordedView(agent: Agent | undefined): SimulationView {
  return { ...whatIfView(policyOfAgent(agent) ?? none), mode: 'recorded' };
}

/** A policy from the start of the session. */
export function whatIfView(policy: Policy): WhatIf {
  return { policy, mode: 'free', replies: { type: 'recorded' }, pinned: [], commands: [] };
}

/** What a change starts from: another agent's rules, if those of the recording are not known. */
export function whatIfOf(view: SimulationView): WhatIf {
  const { mode } = view;
  if (mode !== 'recorded') return { ...view, mode };
  const usual = whatIfView(claudeCodeCurrent);
  return view.policy === none ? { ...usual, ...optional('memory', view.memory) } : { ...view, mode: 'free' };
}

function withMemoryOf({ memory: _, ...view }: SimulationView, { memory }: SimulationView): SimulationView {
  return { ...view, ...optional('memory', memory) };
}

/** Whether anything differs from the recorded session. */
export function isWhatIf({ mode }: Pick<SimulationView, 'mode'>): boolean {
  return mode !== 'recorded';
}

/** What is asked about the figures that are shown. */
export function shownView({ shown, view }: Pick<SimulatedSession, 'shown' | 'view'>): SimulationView {
  return shown ?? view;
}

/** The view of whatever includes one. */
export function viewOf({
  policy,
  mode,
  replies,
  pinned,
  commands,
  skipsRecordedCommands,
  earlier,
  memory,
}: SimulationView): SimulationView {
  return {
    policy,
    mode,
    replies,
    pinned,
    commands,
    ...optional('skipsRecordedCommands', skipsRecordedCommands),
    ...optional('earlier', earlier),
    ...optional('memory', memory),
  };
}

export function createSimulatedSession({ loadEngine, clock }: SimulatedSessionParts): StoreApi<SimulatedSession> {
  /** Answers for a session that is no longer open are dropped. Of those for this one, the engine drops the older. */
  const open = new Latest();
  let session = open.begin();
  let gesture: { readonly setting: string; readonly atMs: number } | undefined;
  let isHeld = false;
  /** The view whose context was asked for last. */
  let lookedAt: SimulationView | undefined;

  return createStore<SimulatedSession>()((set, get) => {
    const replays = new NewestReplay<SimulationView, Simulation>({
      ask: async (view, asked) => (await loadEngine()).ask('simulate', viewOf(view), asked),
      take: (simulation, shown) => {
        set({ simulation, shown });
        // The context of the first view was asked for together with its simulation.
        if (lookedAt !== shown) void look();
      },
      tell: (replay) => set({ replay }),
      clock,
    });

    const look = async () => {
      const mine = session;
      const { call } = get();
      const view = shownView(get());
      lookedAt = view;
      try {
        const answer = await (await loadEngine()).ask('simulated-context', { ...viewOf(view), call });
        if (mine.aborted || answer.type === 'overtaken') return;
        set({ context: unpackContext(answer.value), contextFailure: undefined });
      } catch (error) {
        if (!mine.aborted && !isCancelled(error)) set({ contextFailure: failureOf(error) });
      }
    };

    const show = (view: SimulationView) => {
      set({ view });
      if (isSameValue(view, get().shown)) replays.drop();
      else replays.begin(view);
    };

    /** Every change of the recording is a what-if. */
    const change = (choices: Partial<SimulationView>, setting?: string) => {
      step({ ...whatIfOf(get().view), ...choices }, setting);
    };

    /** An undo step, unless it continues the previous gesture. */
    const step = (view: SimulationView, setting?: string) => {
      const { view: before, steps, simulation } = get();
      const isSame =
        setting !== undefined && gesture?.setting === setting && (isHeld || clock.nowMs() - gesture.atMs <= GESTURE_MS);
      gesture = setting === undefined ? undefined : { setting, atMs: clock.nowMs() };
      if (!isSame) set({ steps: stepFrom(steps, before), ghost: simulation });
      show(withMemoryOf(view, before));
    };

    const goTo = (step: typeof stepBack) => {
      const { view, steps, simulation } = get();
      const next = step(steps, view);
      if (next === undefined) return;
      gesture = undefined;
      set({ steps: next.steps, ghost: simulation });
      show(withMemoryOf(next.value, view));
    };

    return {
      view: recordedView(undefined),
      steps: noSteps,
      simulation: undefined,
      shown: undefined,
      ghost: undefined,
      replay: { type: 'shown' },
      call: 0,
      context: undefined,
      contextFailure: undefined,
      scenarios: [],

      start: (call, view) => {
        session = open.begin();
        gesture = undefined;
        replays.drop();
        set({
          steps: noSteps,
          simulation: undefined,
          shown: undefined,
          ghost: undefined,
          call,
          context: undefined,
          contextFailure: undefined,
          scenarios: [],
        });
        show(view);
        void look();
      },

      change: (path, value) => {
        const changed = changeSetting(whatIfOf(get().view).policy, path, value);
        if (!changed.ok) return changed.error;
        change({ policy: changed.value }, path);
        return undefined;
      },

      beginGesture: () => {
        gesture = undefined;
        isHeld = true;
      },

      endGesture: () => {
        gesture = undefined;
        isHeld = false;
      },

      choosePolicy: (policy, setting) => change({ policy }, setting),
      chooseMode: (mode) => change({ mode }),
      chooseReplies: (replies) => change({ replies }, `replies ${replies.type}`),
      togglePin: (id) => {
        const { view } = get();
        const others = view.pinned.filter((pinned) => pinned !== id);
        const pinned = others.length === view.pinned.length ? [...others, id] : others;
        change({ pinned });
      },

      unpinAll: () => change({ pinned: [] }),
      skipRecordedCommands: (skips) => {
        const { skipsRecordedCommands: _, ...others } = whatIfOf(get().view);
        step({ ...others, ...(skips ? { skipsRecordedCommands: true } : {}) });
      },
      dropEarlier: () => {
        const { earlier: _, ...others } = whatIfOf(get().view);
        step(others);
      },
      addCommand: (command) => {
        const { view } = get();
        change({ commands: [...view.commands, command].sort((a, b) => a.call - b.call) });
      },
      removeCommand: (command) => {
        const { view } = get();
        change({ commands: view.commands.filter((each) => each !== command) });
      },
      takeView: (view) => step(view),
      takeMemory: (memory) => {
        const { memory: before, ...others } = get().view;
        if (!isSameValue(before, memory)) show({ ...others, ...optional('memory', memory) });
      },

      undo: () => goTo(stepBack),
      redo: () => goTo(stepForward),

      lookAt: (call) => {
        if (call === get().call) return;
        set({ call });
        void look();
      },

      cancelReplay: () => replays.cancel(),
      replayAgain: () => replays.again(),

      keepScenario: (wanted) => {
        const { shown, simulation, scenarios } = get();
        const name = wanted ?? scenarioNames.find((free) => scenarios.every((scenario) => scenario.name !== free));
        if (shown !== undefined && simulation !== undefined && name !== undefined)
          get().restoreScenario({ ...shown, name, simulation });
      },

      restoreScenario: (scenario) => {
        const others = get().scenarios.filter(({ name }) => name !== scenario.name);
        set({ scenarios: [...others, scenario].sort((a, b) => a.name.localeCompare(b.name)) });
      },

      dropScenario: (name) => set({ scenarios: get().scenarios.filter((scenario) => scenario.name !== name) }),
    };
  });
}
