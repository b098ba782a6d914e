import type { AnswersReport } from '../compactor/watched-answers';
import { ValueIndex } from '../fidelity/values/value-index';
import { actors } from '../layers/index';
import { reasonText } from '../layers/shape/reason';
import type { Policy } from '../policies/shape/policy';
import { callStep } from '../simulator/explain/call-step';
import { lostAtCall } from '../simulator/explain/lost-at-call';
import { callsWithLosses, sessionLosses } from '../simulator/explain/session-losses';
import { sizeBefore } from '../simulator/pipeline/gate';
import type { Simulation } from '../simulator/pipeline/simulation';
import type { ReplayMaterial } from '../simulator/recorded/replay-material';
import type { ReplayOptions } from '../simulator/replay/replay';
import { ReplayLookup } from '../simulator/replay/replay-lookup';
import type { Summarizer } from '../summarizers/summarizer';

/** Raise it with every change of meaning. */
export const FIGURES_VERSION = 1;

/** The outcome of a replay. Tokens are those of the model as far as the recording tells them. */
export interface ReplayFigures {
  readonly version: typeof FIGURES_VERSION;
  readonly policy: string;
  readonly calls: number;
  readonly window: number;
  readonly threshold: number;
  /** In $; null if the price of a model is unknown. */
  readonly cost: number | null;
  /** Over all requests. `sent` is the sum of the three before it. */
  readonly tokens: {
    readonly cacheRead: number;
    readonly cacheWrite: number;
    readonly uncached: number;
    readonly sent: number;
    readonly output: number;
  };
  /** To a model, with those of layers. */
  readonly requests: number;
  /** The largest context, with its reply. */
  readonly peak: number;
  readonly compactions: readonly {
    readonly call: number;
    readonly layer: string;
    readonly trigger: string;
    readonly before: number;
    readonly after: number;
  }[];
  readonly failures: readonly {
    readonly call: number;
    readonly layer: string;
    readonly kind: string;
    readonly why: string;
  }[];
  /** [K1] Exact values that left the context, and [K2] those of them that the model writes again later. */
  readonly lost: number;
  readonly neededLater: number;
  /** The first call that could not be sent. */
  readonly deadAt: number | null;
  /** What each call carried. */
  readonly sizes: readonly number[];
  /** Of layers from outside. */
  readonly asked: readonly (AnswersReport & { readonly name: string })[];
}

/** What was replayed, and how. */
export interface Replayed {
  readonly material: ReplayMaterial;
  readonly policy: Policy;
  readonly summarizer: Summarizer;
  readonly options: ReplayOptions;
  readonly simulation: Simulation;
}

export function figuresOf(replayed: Replayed, asked: ReplayFigures['asked']): ReplayFigures {
  const { simulation, policy } = replayed;
  const { totals, thresholds, compactions, failures, deadAt = null, used } = simulation;
  const { cost, peak, modelCalls, cacheRead, cacheWrite, uncached, sent, output } = totals;
  return {
    version: FIGURES_VERSION,
    policy: policy.id,
    calls: simulation.calls,
    window: thresholds.window,
    threshold: thresholds.auto,
    cost: cost.unknown > 0 ? null : cost.dollars,
    tokens: { cacheRead, cacheWrite, uncached, sent, output },
    requests: modelCalls,
    peak,
    compactions: compactions.map((change) => {
      const { call, layer, trigger, after } = change;
      return { call, layer, trigger, before: Math.round(sizeBefore(change)), after: Math.round(after) };
    }),
    failures: failures.map(({ call, layer, kind, reason }) => {
      return { call, layer, kind, why: reasonText(reason, actors[layer].reasons) };
    }),
    ...lossesOf(replayed),
    deadAt,
    sizes: [...used],
    asked,
  };
}

/** [K1] [K2] */
function lossesOf({ material, policy, summarizer, options, simulation }: Replayed) {
  const { mode } = options;
  const calls = callsWithLosses(material, simulation, mode);
  if (calls.length === 0) return { lost: 0, neededLater: 0 };
  const index = done(ValueIndex.of(material.transcript.messages));
  const places = new Map(material.transcript.messages.map(({ id }, place) => [id, place]));
  const lookup = new ReplayLookup(material, policy, summarizer, options);
  const lostAt = (call: number) => {
    const previous = call === 0 ? undefined : lookup.at(call - 1);
    return lostAtCall(material, index, places, callStep(material, lookup.at(call), previous, mode), mode);
  };
  const { lost, misses } = done(sessionLosses(calls, index, lostAt));
  return { lost, neededLater: misses };
}

function done<Value>(work: Generator<unknown, Value>): Value {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
