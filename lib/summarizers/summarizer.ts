import type { Ask, Reply } from '../layers/shape/layer';

/** When a layer asks: before which call of the recording, counted from 0. */
export interface Moment {
  readonly call: number;
}

/** Who answers what a layer asks for, at once and without a network. */
export interface Summarizer {
  readonly id: 'assumed' | 'recorded' | 'offline' | 'scripted';
  reply(ask: Ask, moment: Moment): Reply;
  /** The recording tells what this very request was answered: its size is not to be judged again. */
  knows?(ask: Ask, moment: Moment): boolean;
}
