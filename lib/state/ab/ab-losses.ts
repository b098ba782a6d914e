import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, failureOf, isCancelled } from '../../base/failure';
import { Latest } from '../../base/latest';
import { ok } from '../../base/result';
import type { LostGroup } from '../../fidelity/scores/worth-reading';
import type { LossesOfCall } from '../../simulator/explain/losses-by-call';
import type { LossProgress } from '../../simulator/explain/session-losses';
import type { Message } from '../../transcript/transcript';
import type { MessageRow, SimulationChoice } from '../../worker/engine/messages';
import { type SessionEngine, SessionEngines } from '../experiments/session-engines';
import { whatIfView } from '../simulate/simulated-session';
import type { EndedSide } from './ab-store';

/** What a side lost, counted as in Compare and Simulate: its transcript is a session like any other. */
export interface SideLosses {
  readonly calls: readonly LossesOfCall[];
  /** The messages that links lead to. */
  readonly rows: readonly MessageRow[];
}

export interface AbLosses {
  /** By the key of the side. */
  readonly counted: ReadonlyMap<string, SideLosses>;
  /** Of both sides together. */
  readonly counting: LossProgress | undefined;
  readonly failure: Failure | undefined;
  /** Of both sides of a run, unless they are counted already. */
  count(ended: readonly EndedSide[]): Promise<void>;
  /** What is counted stays. */
  cancel(): void;
  /** The view is gone. */
  leave(): void;
  /** What a side lost before a call, the most likely to matter first. */
  lostAt(side: EndedSide, call: number): Promise<readonly LostGroup[]>;
  message(side: EndedSide, index: number): Promise<Message>;
}

export interface AbLossesParts {
  /** A worker of its own for each side: the page's engine may have another session open. */
  start(): Promise<SessionEngine>;
}

export function createAbLosses({ start }: AbLossesParts): StoreApi<AbLosses> {
  const running = new Latest();
  /** Of the latest run. */
  let sides: readonly EndedSide[] = [];
  const engines = new SessionEngines({
    start,
    content: async ({ session }) => {
      const side = sides.find(({ key }) => key === session);
      if (side === undefined) throw new Error(`Side ${session} is of another run`);
      return ok({ type: 'stored', body: side.transcript, child: [] });
    },
    // A side is no session that a user could have edited the rules of.
    ruleEdits: async () => ok([]),
  });
  const placeOf = ({ key }: EndedSide) => ({ session: key, child: [] });
  let lastAsked: Promise<unknown> = Promise.resolve();

  return createStore<AbLosses>()((set, get) => ({
    counted: new Map(),
    counting: undefined,
    failure: undefined,

    count: async (ended) => {
      const signal = running.begin();
      sides = ended;
      const known = ended.flatMap(({ key }) => {
        const losses = get().counted.get(key);
        return losses === undefined ? [] : [[key, losses] as const];
      });
      // Those of an earlier run.
      if (known.length === 0) engines.closeIdle();
      const counting = known.length === ended.length ? undefined : { done: 0, total: 1 };
      set({ counted: new Map(known), counting, failure: undefined });
      const progress = new Map<string, LossProgress>();
      const countSide = async (side: EndedSide) => {
        if (get().counted.has(side.key)) return;
        const losses = await engines.use(placeOf(side), async (engine, { rows }) => {
          const calls = await engine.ask('losses-by-call', choiceOf(side), {
            signal,
            onProgress: (step) => {
              progress.set(side.key, step);
              if (!signal.aborted) set({ counting: sumOf([...progress.values()]) });
            },
          });
          return { calls, rows };
        });
        if (!signal.aborted) set({ counted: new Map(get().counted).set(side.key, losses) });
      };
      try {
        await Promise.all(ended.map(countSide));
      } catch (error) {
        if (running.isCurrent(signal) && !isCancelled(error)) set({ failure: failureOf(error) });
      } finally {
        if (running.isCurrent(signal)) set({ counting: undefined });
        // Left meanwhile.
        else engines.closeIdle();
      }
    },

    cancel: () => running.stop(),

    leave: () => {
      running.drop();
      set({ counting: undefined });
      engines.closeIdle();
    },

    lostAt: (side, call) => {
      const ask = () =>
        engines.use(placeOf(side), async (engine) => {
          const answer = await engine.ask('scores-at-call', { ...choiceOf(side), call });
          if (answer.type !== 'done') throw new Error('Requests for losses are made one after another');
          return answer.value.worth;
        });
      // Of several at once, the engine only answers the last.
      const asked = lastAsked.then(ask);
      lastAsked = asked.catch(() => undefined);
      return asked;
    },

    message: (side, index) => engines.use(placeOf(side), (engine) => engine.ask('message', { index })),
  }));
}

function choiceOf({ policy, mode }: EndedSide): SimulationChoice {
  return { ...whatIfView(policy), mode };
}

function sumOf(progress: readonly LossProgress[]): LossProgress {
  return progress.reduce((sum, each) => ({ done: sum.done + each.done, total: sum.total + each.total }));
}
