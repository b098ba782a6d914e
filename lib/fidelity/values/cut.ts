import type { Message, Part } from '../../transcript/transcript';
import type { PartPlace } from './value-index';

/** What left a context, and what is left of it. */
export interface Cut {
  /** With its content. */
  readonly left: readonly LeftPart[];
  /** Parts of the recording that are still there, whole. */
  readonly stays: readonly PartPlace[];
  /** What else is there: summaries, files put back, placeholders. */
  readonly made: readonly Part[];
  readonly later: Later;
}

export interface LeftPart {
  readonly message: Message;
  readonly part: Part;
  /** Missing where it is not in the recording: an earlier summary. */
  readonly place?: PartPlace;
}

/** What comes after a cut. */
export interface Later {
  /** The first message. */
  readonly from: number;
  /** A recording's own summaries say nothing to a run that does without them. */
  isSent(message: number): boolean;
}
