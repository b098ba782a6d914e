import type { Thresholds } from '../../policies/shape/thresholds';
import type { Message, MessageId, Transcript } from '../../transcript/transcript';

/** What is known of a call before it is made. */
export interface CallFacts {
  readonly call: number;
  readonly thresholds: Thresholds;
  /** What stands before the messages. */
  readonly systemTokens: number;
  readonly nowMs: number | undefined;
  /** Size of the request as it was measured, for as long as no layer has changed anything. */
  readonly measured: number | undefined;
  /** As it was measured it was sent, and the provider took it. */
  readonly wasTaken: boolean;
  readonly transcript: Transcript;
  /** The transcript's messages by their ids. */
  readonly recorded: ReadonlyMap<MessageId, Message>;
}
