import type { MessageCounter } from '../tokens/counters';

/** What is asked behind the messages of a request of a layer's. It is the same again and again, and is counted once. */
export class InstructionTokens {
  private readonly known = new Map<string, number>();

  constructor(private readonly counter: MessageCounter) {}

  tokensOf(instruction: string): number {
    const before = this.known.get(instruction);
    if (before !== undefined) return before;
    const tokens = this.counter.partTokens({ kind: 'text', text: instruction });
    // Each note has the one before in its instruction: those come once.
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.set(instruction, tokens);
    return tokens;
  }
}

const MOST_KNOWN = 8;
