import type { BoundLayer } from '../../layers/bound-layer';
import type { Context } from '../../layers/shape/context';
import type { Ask, Env, Outcome, Reply } from '../../layers/shape/layer';

/** [N2] [J2] What a layer asked for beside the turn, and what it knew then. Plain data: a replay is copied at any call. */
export interface BesideAsk {
  readonly ask: Ask;
  /** The call whose response it followed. */
  readonly call: number;
  readonly layer: BoundLayer;
  readonly context: Context;
  readonly env: Env;
}

/** Layers have no effects, so its turn is taken again with what it knew, and ends with the reply. */
export function outcomeOf({ layer, context, env }: BesideAsk, reply: Reply): Outcome {
  const work = layer.run(context, env);
  work.next();
  const step = work.next(reply);
  if (step.done !== true) throw new Error('A request beside the turn must be the only one of its layer');
  return step.value;
}
