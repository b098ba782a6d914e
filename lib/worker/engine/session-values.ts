import type { RuleEdit } from '../../fidelity/rules/rule-edits';
import { type SessionRules, sessionRules } from '../../fidelity/rules/session-rules';
import { ValueIndex } from '../../fidelity/values/value-index';
import type { Message } from '../../transcript/transcript';
import { nextTask } from '../wire/next-task';

/** What all scores of the open session need: the index of its exact values, and its rules as the user edited them. */
export class SessionValues {
  private found: ValueIndex | undefined;
  private readonly indexing: Generator<undefined, ValueIndex>;

  constructor(
    private readonly messages: readonly Message[],
    public ruleEdits: readonly RuleEdit[] = [],
  ) {
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

  /** [K4] */
  editRules(edits: readonly RuleEdit[]): SessionRules {
    this.ruleEdits = edits;
    return sessionRules(this.messages, edits);
  }

  get index(): ValueIndex {
    if (this.found === undefined) throw new Error('The values are not indexed yet');
    return this.found;
  }
}
