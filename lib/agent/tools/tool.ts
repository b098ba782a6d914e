import type { Json, JsonObject } from '../../base/json';
import type { Desk } from './desk';

/** What an agent can do in its workspace. A new one is one file and one line in `tools.ts`. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON schema of its input. */
  readonly input: JsonObject;
  /** May run beside others: it changes nothing. */
  readonly isReadOnly: boolean;
  /** Never throws for what a model may have written: that is an error in the result, in words for the model. */
  run(input: Json, desk: Desk, signal: AbortSignal): Promise<ToolOutput>;
}

export interface ToolOutput {
  readonly text: string;
  readonly isError: boolean;
}
