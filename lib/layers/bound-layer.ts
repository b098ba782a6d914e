import { type LayerSettings, layers } from './index';
import type { Context } from './shape/context';
import type { Ask, Env, Glance, LayerId, Outcome, Reply, Turn } from './shape/layer';
import type { Reason } from './shape/reason';

/** A layer with its settings. */
export type LayerWithSettings<Id extends LayerId = LayerId> = {
  readonly [Each in Id]: { readonly layer: Each; readonly settings: LayerSettings[Each] };
}[Id];

/** A layer that needs no settings any more, so that layers of all kinds can stand in one list. */
export interface BoundLayer {
  readonly id: LayerId;
  readonly turn: Turn;
  idle(glance: Glance, env: Env): Reason | undefined;
  run(context: Context, env: Env): Generator<Ask, Outcome, Reply>;
  decide: ((context: Context, env: Env) => Outcome | undefined) | undefined;
}

export function bindLayer<Id extends LayerId>({ layer, settings }: LayerWithSettings<Id>): BoundLayer {
  const { id, turn, idle, run, decide } = layers[layer];
  return {
    id,
    turn,
    idle: (glance, env) => idle(glance, settings, env),
    run: (context, env) => run(context, settings, env),
    decide: decide && ((context, env) => decide(context, settings, env)),
  };
}
