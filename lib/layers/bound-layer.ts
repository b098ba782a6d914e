import type { DreamRule } from '../memory/dreaming/dream-gates';
import { type ActorId, type LayerId, type LayerSettings, layers, OWN } from './index';
import { askOwn } from './own/own-layer';
import type { Context, ContextMessage } from './shape/context';
import type {
  AnyAsk,
  ContextEditing,
  ContextStats,
  Env,
  ExtractionRule,
  Layer,
  Outcome,
  Pruning,
  RecallRule,
  Reply,
  Turn,
} from './shape/layer';
import type { OwnAsk, OwnLayer, OwnReply } from './shape/own';
import type { ProjectMemory, SessionEvent } from './shape/project-memory';
import type { Reason } from './shape/reason';

/** A layer with its settings. */
export type LayerWithSettings<Id extends LayerId = LayerId> = {
  readonly [Each in Id]: { readonly layer: Each; readonly settings: LayerSettings[Each] };
}[Id];

/** A layer with its settings applied, so that layers of all kinds fit in one list. */
export interface BoundLayer {
  readonly id: ActorId;
  readonly turn: Turn;
  readonly takesGatesPlace: boolean;
  idle(stats: ContextStats, env: Env): Reason | undefined;
  run(context: Context, env: Env): Generator<AnyAsk | OwnAsk, Outcome, Reply | OwnReply>;
  decide: ((context: Context, env: Env) => Outcome | undefined) | undefined;
  readonly unfold: Layer<never>['unfold'];
  readonly follow:
    | ((memory: ProjectMemory, event: SessionEvent, env: Pick<Env, 'counter' | 'transcript'>) => ProjectMemory)
    | undefined;
}

export function bindLayer<Id extends LayerId>({ layer, settings }: LayerWithSettings<Id>): BoundLayer {
  const { turn, takesGatesPlace = false, idle, run, decide, unfold, follow } = layers[layer];
  return {
    id: layer,
    turn,
    takesGatesPlace,
    idle: (stats, env) => idle(stats, settings, env),
    run: (context, env) => run(context, settings, env),
    decide: decide && ((context, env) => decide(context, settings, env)),
    unfold,
    follow: follow && ((memory, event, env) => follow(memory, event, settings, env)),
  };
}

/** [Z1] A layer from outside, which is asked each time. */
export function bindOwn(own: OwnLayer): BoundLayer {
  return {
    id: OWN,
    turn: own.when === 'threshold' ? 'gate' : 'before-call',
    takesGatesPlace: false,
    idle: () => undefined,
    run: (context, env) => askOwn(context, own, env),
    decide: undefined,
    unfold: undefined,
    follow: undefined,
  };
}

/** [M5] The rule by which the provider can do the layer's work. */
export function contextEditingOf<Id extends LayerId>(row: LayerWithSettings<Id>): ContextEditing | undefined {
  return layers[row.layer].contextEditing?.(row.settings);
}

/** [P3] What the layer would clear of this context between two turns. */
export function prunedBy<Id extends LayerId>(
  { layer, settings }: LayerWithSettings<Id>,
  messages: readonly ContextMessage[],
  env: Pick<Env, 'exemptTools' | 'pinned'>,
): Pruning | undefined {
  return layers[layer].prunes?.(messages, settings, env);
}

/** [F11] What stays if the layer compacts the whole conversation. */
export function staysUnder<Id extends LayerId>(
  { layer, settings }: LayerWithSettings<Id>,
  messages: readonly ContextMessage[],
  pinned: Env['pinned'],
  sizes: Pick<Env, 'window' | 'threshold'>,
): readonly ContextMessage[] {
  return layers[layer].stays?.(messages, settings, pinned, sizes) ?? [];
}

/** Settings for testing the layer alone, with an answer of this many tokens. */
export function settingsAlone<Id extends LayerId>(
  { layer, settings }: LayerWithSettings<Id>,
  answerTokens: number,
): LayerSettings[Id] {
  return layers[layer].alone?.(settings, answerTokens) ?? settings;
}

/** [A7] */
export function extractionOf<Id extends LayerId>(row: LayerWithSettings<Id>): ExtractionRule | undefined {
  return layers[row.layer].extraction?.(row.settings);
}

/** [J4] [L6] Bytes that a policy's layers may add to a context. */
export function budgetBytesOf<Id extends LayerId>(row: LayerWithSettings<Id>): number {
  return layers[row.layer].budgetBytes?.(row.settings) ?? 0;
}

/** [D1] */
export function dreamRuleOf<Id extends LayerId>(row: LayerWithSettings<Id>): DreamRule | undefined {
  return layers[row.layer].dreams?.(row.settings);
}

/** [R1] */
export function recallingOf<Id extends LayerId>(row: LayerWithSettings<Id>): RecallRule | undefined {
  return layers[row.layer].recalling?.(row.settings);
}
