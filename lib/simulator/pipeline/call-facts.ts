import type { Thresholds } from '../../policies/shape/thresholds';
import type { Message, MessageId, Transcript } from '../../transcript/transcript';

/** What is known about a call before it is made. */
export interface CallFacts {
  readonly call: number;
  readonly thresholds: Thresholds;
  /** What precedes the messages. */
  readonly systemTokens: number;
  readonly nowMs: number | undefined;
  /** The measured size of the request, while no layer has changed anything. */
  readonly measured: number | undefined;
  /** It was sent at its measured size, and the provider accepted it. */
  readonly wasTaken: boolean;
  /** [L1] A part of them is still to come: no layer may take them away. */
  readonly open?: ReadonlySet<MessageId> | undefined;
  readonly transcript: Transcript;
  /** The transcript's messages by id. */
  readonly recorded: ReadonlyMap<MessageId, Message>;
}
