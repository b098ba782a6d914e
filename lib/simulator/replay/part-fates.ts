import type { Fate } from '../../layers/shape/context';

/** `abandoned`: the user went back, and the recording itself does not continue from there. */
export type PartFate = Fate | 'kept' | 'abandoned';
