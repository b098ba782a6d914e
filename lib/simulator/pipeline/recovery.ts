import type { AnyReply, Asked } from '../../layers/shape/layer';
import type { Reason } from '../../layers/shape/reason';
import type { ActiveLayers } from './active-layers';
import type { CallFacts } from './call-facts';
import type { ContextSize } from './context-size';
import type { LayerTurns } from './layer-turns';

/** [X1] What precedes the messages leaves room for them. Otherwise nothing can help. */
export function hasRoom({ systemTokens, thresholds }: CallFacts, { opening }: Pick<ContextSize, 'opening'>): boolean {
  return systemTokens + opening < thresholds.fits;
}

/** [X2] The provider would reject the call, as far as we and the layers for such calls can tell. */
export function wouldBeRefused({ byTurn }: ActiveLayers, turns: LayerTurns): boolean {
  if (!turns.size.fits(turns.facts)) return true;
  for (const layer of byTurn.refused) if (!turns.hasNothingToDo(layer)) return true;
  return false;
}

/** [X2] [X4] Before the call: one step after another, until it fits. */
export function* recover(layers: ActiveLayers, turns: LayerTurns): Generator<Asked, void, AnyReply> {
  for (const layer of layers.byTurn.refused) {
    if (!turns.hasNothingToDo(layer)) yield* turns.takeTurn(layer, 'reactive');
  }
  if (!hasRoom(turns.facts, turns.size)) return;
  for (const step of layers.recovery) {
    if (turns.size.fits(turns.facts)) return;
    yield* turns.tryEach(step, 'reactive', refusal(turns), { gapTokens: gapTokens(turns) });
  }
}

/**
 * [X2] The provider rejected the call, whatever size we computed: tries one step after another until one does
 * something, and returns whether one did.
 */
export function* recoverRefused(
  layers: ActiveLayers,
  turns: LayerTurns,
  statedGap: number | undefined,
): Generator<Asked, boolean, AnyReply> {
  if (!hasRoom(turns.facts, turns.size)) return false;
  for (const step of layers.recovery) {
    const gap = { gapTokens: statedGap ?? gapTokens(turns) };
    if (yield* turns.tryEach(step, 'reactive', refusal(turns), gap)) return true;
  }
  return false;
}

/** The excess that the provider's error states. */
function gapTokens({ carried, facts }: LayerTurns): number | undefined {
  const gap = Math.ceil(carried - facts.thresholds.fits);
  return gap > 0 ? gap : undefined;
}

/** A provider may accept less than we expect. */
function refusal({ carried, facts }: LayerTurns): Reason {
  const [size, { fits }] = [Math.round(carried), facts.thresholds];
  return { rule: 'X2', code: size > fits ? 'refused' : 'refused-early', values: { size, fits } };
}
