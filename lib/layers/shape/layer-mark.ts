import type { Boundary } from '../../transcript/transcript';

/** How a picture shows what a layer did. Layers that do the same to a context in different ways share one. */
export interface LayerMark {
  /** Not of a layer, but of what is done: marks of one kind are counted together. */
  readonly kind: string;
  /** In the legend. */
  readonly title: string;
  /** Of several in one place that of the most is drawn; in the legend it stands first. */
  readonly gravity: number;
  /** As a recording shows what comes to the same, or in a way of its own. */
  readonly look: { readonly boundary: Boundary['kind'] } | MarkLook;
}

export interface MarkLook {
  /** Drawn around the origin, from -7 to 7. */
  readonly shape: string;
  readonly color: `var(--${string})`;
}

/** Of every layer that empties old results and leaves the calls. */
export const microcompactMark: LayerMark = {
  kind: 'micro',
  title: 'Microcompact',
  gravity: 40,
  look: { boundary: 'micro' },
};
