import { type RecordingText, recordingFrom } from '../../lib/transcript/arbitrary-recording.test-support';
import type { Policy } from '../../lib/policies/shape/policy';
import type { Transcript } from '../../lib/transcript/transcript';

/** What comes in: a file, or a recording in the text notation. */
export type FuzzInput =
  | { readonly type: 'file'; readonly bytes: Uint8Array; readonly pieceSize: number }
  | ({ readonly type: 'text' } & RecordingText);

/** What is done with it. */
export interface FuzzTrial {
  readonly policy: Policy;
  readonly follows: boolean;
  /** Chooses the laws that are checked: all of them would be ten replays of every case. */
  readonly law: number;
  readonly call: number;
  readonly message: number;
}

export interface FuzzCase {
  readonly input: FuzzInput;
  /** Sentences that must come out of the file, and what it was before the damage. */
  readonly lost?: LostCheck;
  readonly trial: FuzzTrial;
}

export type LostCheck = (imported: { readonly transcripts: readonly Transcript[] }) => readonly string[];

export { recordingFrom };
