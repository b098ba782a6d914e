import { ValueIndex } from '../../fidelity/values/value-index';
import type { Message } from '../../transcript/transcript';
import { nextTask } from '../wire/next-task';

/** Index of the exact values of the open session, for all scores. */
export class SessionValues {
  private found: ValueIndex | undefined;
  private readonly indexing: Generator<undefined, ValueIndex>;

  constructor(messages: readonly Message[]) {
    this.indexing = ValueIndex.of(messages);
  }

  /**
   * Reads everything once, in chunks: for a large session that takes a moment, and other requests are answered meanwhile.
   */
  async prepare(signal: AbortSignal): Promise<void> {
    while (this.found === undefined && !signal.aborted) {
      const step = this.indexing.next();
      if (step.done) this.found = step.value;
      else await nextTask();
    }
  }

  get index(): ValueIndex {
    if (this.found === undefined) throw new Error('The values are not indexed yet');
    return this.found;
  }
}
