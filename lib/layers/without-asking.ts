import type { Context } from './context';
import type { Env, Layer, Outcome } from './layer';

/** The `run` of a layer that needs no model. */
export function withoutAsking<Settings>(
  decide: (context: Context, settings: Settings, env: Env) => Outcome,
): Layer<Settings>['run'] {
  return function* (context, settings, env) {
    yield* [];
    return decide(context, settings, env);
  };
}
