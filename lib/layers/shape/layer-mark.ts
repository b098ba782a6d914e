import type { Boundary } from '../../transcript/transcript';

/** How the chart shows what a layer did. Layers with a similar effect share one. */
export interface LayerMark {
  /** Identifies the effect, not the layer: marks of one kind are counted together. */
  readonly kind: string;
  /** In the legend. */
  readonly title: string;
  /** Of several at one call, the one with the highest value is drawn; it comes first in the legend. */
  readonly gravity: number;
  /** Drawn like the corresponding recorded event, or in its own style. */
  readonly look: { readonly boundary: Boundary['kind'] } | MarkLook;
}

export interface MarkLook {
  /** Drawn around the origin, from -7 to 7. */
  readonly shape: string;
  readonly color: `var(--${string})`;
}

/** Shared by all layers that clear old results and keep the calls. */
export const microcompactMark: LayerMark = {
  kind: 'micro',
  title: 'Microcompact',
  gravity: 40,
  look: { boundary: 'micro' },
};
