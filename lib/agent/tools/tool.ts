import type { Json, JsonObject } from '../../base/json';
import type { ToolContext } from './tool-context';

/** A capability of the agent. A new one is one file and one line in `tools.ts`. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON schema of its input. */
  readonly input: JsonObject;
  /** Changes nothing, so it may run in parallel. */
  readonly isReadOnly: boolean;
  /** Never throws for invalid input: that is an error in the result, in words for the model. */
  run(input: Json, desk: ToolContext, signal: AbortSignal): Promise<ToolOutput>;
}

export interface ToolOutput {
  readonly text: string;
  readonly isError: boolean;
  /** The folder that a command ended in, if not where it began. */
  readonly endedIn?: string;
}
