import { countedText, putBack } from '../../layers/put-back/put-back';
import { partRefs, tokensOf } from '../../layers/shape/context';
import type { Env, Outcome } from '../../layers/shape/layer';

export type Changed = Extract<Outcome, { readonly type: 'changed' }>;

/** [H4] The id under which a text of hooks is in the context, counted from 1. */
export const hookResultName = (number: number) => `hook-after-${number}`;

/** [H4] Each text is a message of its own, behind everything else. */
export function withResults(outcome: Changed, texts: readonly string[], env: Env): Changed {
  const said = texts.map((text, index) => putBack(hookResultName(index + 1), countedText(text, env.counter), env));
  const tokens = tokensOf(said);
  const { context, changes, boundary } = outcome;
  return {
    ...outcome,
    context: { ...context, messages: [...context.messages, ...said] },
    changes: [...changes, { fate: 'injected', parts: partRefs(said), tokens: -tokens }],
    ...(boundary === undefined ? {} : { boundary: { ...boundary, tokensAfter: boundary.tokensAfter + tokens } }),
  };
}
