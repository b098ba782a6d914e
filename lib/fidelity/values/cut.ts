import type { Message, Part } from '../../transcript/transcript';
import type { PartPlace } from './value-index';

/** What left a context, and what remains. */
export interface Cut {
  /** Including its content. */
  readonly left: readonly LeftPart[];
  /** Parts of the recording that remain complete. */
  readonly stays: readonly PartPlace[];
  /** Other remaining content: summaries, restored files, placeholders. */
  readonly made: readonly Part[];
  readonly later: Later;
}

export interface LeftPart {
  readonly message: Message;
  readonly part: Part;
  /** Missing if it is not in the recording: an earlier summary. */
  readonly place?: PartPlace;
}

/** What follows a cut. */
export interface Later {
  /** The first message. */
  readonly from: number;
  /** A recording's own summaries do not apply to a run without them. */
  isSent(message: number): boolean;
}
