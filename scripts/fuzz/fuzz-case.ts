import type { Imported } from '../../lib/importers/damaged-fixtures.test-support';
import type { Policy } from '../../lib/policies/shape/policy';
import type { RecordingText } from '../../lib/transcript/arbitrary-recording.test-support';

/** What comes in: a file, or a recording in the text notation. */
export type FuzzInput =
  | { readonly type: 'file'; readonly bytes: Uint8Array; readonly pieceSize: number }
  | ({ readonly type: 'text' } & RecordingText);

/** What is done with it. */
export interface FuzzTrial {
  readonly policy: Policy;
  readonly follows: boolean;
  /** The window, as a share of the largest context that was recorded: so that layers act whatever its size. */
  readonly windowShare?: number | undefined;
  /** Each chooses one of what there is. */
  readonly law: number;
  readonly call: number;
  readonly message: number;
}

export interface FuzzCase {
  readonly input: FuzzInput;
  readonly trial: FuzzTrial;
  /** What was good in the file, and did not come out. */
  lost?(after: Imported): readonly string[];
}
