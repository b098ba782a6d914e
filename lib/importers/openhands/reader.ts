import type { JsonObject } from '../../base/json';
import type { Transcript } from '../../transcript/transcript';
import type { EventRun } from './event-run';

/** Reads the events of one run, in order, into it. */
export interface EventReader {
  readonly run: EventRun;
  add(event: JsonObject, line: number): void;
  /** What the events say about the run as a whole. */
  facts(): Partial<Transcript>;
}
