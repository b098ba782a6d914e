import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, failureOf, isCancelled } from '../../base/failure';
import { Latest } from '../../base/latest';
import type { Policy } from '../../policies/shape/policy';
import type { RecordingChecks } from '../../simulator/explain/check-recording';
import type { CallExplanation } from '../../simulator/explain/explain-call';
import type { LostAtCall } from '../../simulator/explain/lost-at-call';
import type { engine } from '../../worker/engine/client';
import type { ScoresAtCall } from '../../worker/engine/compaction-messages';
import type { EngineRequests } from '../../worker/engine/messages';
import { type SimulationView, viewOf } from './simulated-session';

/** The explanation of the selected call. Each answer stays until there is a newer one. */
export interface ExplainedCall {
  readonly explanation: CallExplanation | undefined;
  readonly losses: LostAtCall | undefined;
  readonly scores: ScoresAtCall | undefined;
  readonly predictions: RecordingChecks | undefined;
  readonly failure: Failure | undefined;
  /** Earlier requests are dropped. */
  explain(view: SimulationView, call: number): void;
  score(view: SimulationView, call: number): void;
  predict(policy: Policy): void;
  /** With another session. */
  forget(): void;
}

export interface ExplainedCallParts {
  loadEngine(): Promise<Pick<typeof engine, 'ask'>>;
}

const nothing = {
  explanation: undefined,
  losses: undefined,
  scores: undefined,
  predictions: undefined,
  failure: undefined,
};

const names = {
  'explain-call': 'explanation',
  'lost-at-call': 'losses',
  'scores-at-call': 'scores',
  'predict-compactions': 'predictions',
} as const;
type Method = keyof typeof names;

/** Exactly the same arguments as for the context, so that the engine looks up the call once for all of them. */
function requestOf(view: SimulationView, call: number) {
  return { ...viewOf(view), call };
}

export function createExplainedCall({ loadEngine }: ExplainedCallParts): StoreApi<ExplainedCall> {
  const asked: Readonly<Record<Method, Latest>> = {
    'explain-call': new Latest(),
    'lost-at-call': new Latest(),
    'scores-at-call': new Latest(),
    'predict-compactions': new Latest(),
  };

  return createStore<ExplainedCall>()((set) => {
    const ask = async <Each extends Method>(method: Each, request: EngineRequests[Each]['request']) => {
      const signal = asked[method].begin();
      try {
        const answer = await (await loadEngine()).ask(method, request, { signal });
        if (signal.aborted || answer.type === 'overtaken') return;
        set({ [names[method]]: answer.value, failure: undefined });
      } catch (error) {
        if (!signal.aborted && !isCancelled(error)) set({ failure: failureOf(error) });
      }
    };

    return {
      ...nothing,
      explain: (view, call) => {
        const request = requestOf(view, call);
        void ask('explain-call', request);
        void ask('lost-at-call', request);
      },
      score: (view, call) => void ask('scores-at-call', requestOf(view, call)),
      predict: (policy) => void ask('predict-compactions', { policy }),
      forget: () => {
        for (const latest of Object.values(asked)) latest.drop();
        set(nothing);
      },
    };
  });
}
