import type { Ask, ProjectAsk, Reply } from '../layers/shape/layer';

/** The call of the recording before which a layer asks, counted from 0. */
export interface Moment {
  readonly call: number;
}

/** Answers requests of layers immediately, without a network. */
export interface Summarizer {
  readonly id: 'assumed' | 'recorded' | 'offline' | 'scripted';
  reply(ask: Ask, moment: Moment): Reply;
  /** [R2] [A11] Answers layers that keep memory. Without it, rules do. */
  memoryReply?(ask: ProjectAsk, moment: Moment): Reply;
  /** The recording has the answer to exactly this request: its size is not checked again. */
  knows?(ask: Ask, moment: Moment): boolean;
}
