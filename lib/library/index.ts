/** The public side: what is exported here stays, and keeps its meaning. */
export { Refusal } from '../base/failure';
export type { CompactorFacts } from '../compactor/compactor-line';
export type { PlainMessage, PlainPart } from '../compactor/plain-message';
export type { AnswersReport } from '../compactor/watched-answers';
export type { Transcript } from '../transcript/transcript';
export {
  type CompactAnswer,
  type DefinedLayer,
  defineLayer,
  type LayerDefinition,
  type NewMessage,
} from './define-layer';
export type { ReplayFigures } from './figures';
export { type ReplayChoice, replay } from './replay';
