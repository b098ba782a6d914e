import type { Context } from './context';
import type { Env, Layer, Outcome } from './layer';

/** The part of a layer that needs no model. */
export function withoutAsking<Settings>(
  decide: (context: Context, settings: Settings, env: Env) => Outcome,
): Required<Pick<Layer<Settings>, 'run' | 'decide'>> {
  return {
    decide,
    run: function* (context, settings, env) {
      yield* [];
      return decide(context, settings, env);
    },
  };
}
