import type { Part, ToolCallId } from '../../transcript/transcript';
import { OpenCalls } from '../openai/open-calls';
import { given } from '../read/given';

/**
 * Ids for the calls and results of a list of messages that have none: results answer by name, or in order. The same list
 * gets the same ids, and so does a longer one at its beginning.
 */
export class MadeIds {
  private readonly open = new OpenCalls();
  private made = 0;

  /** The parts of the next message. */
  next(parts: readonly Part[]): readonly Part[] {
    return parts.map((part) => {
      if (part.kind === 'tool-call') {
        const id = part.id === '' ? this.make() : part.id;
        this.open.add(id, part.name);
        return id === part.id ? part : { ...part, id };
      }
      if (part.kind !== 'tool-result') return part;
      const callId = part.callId === '' ? (this.open.waiting(part.toolName) ?? this.make()) : part.callId;
      this.open.answer(callId);
      return callId === part.callId ? part : { ...part, callId, ...given({ toolName: part.toolName }) };
    });
  }

  private make(): ToolCallId {
    this.made += 1;
    return `made-${this.made}` as ToolCallId;
  }
}
